// Tests of the evaluation page in a real browser.
// usage: node evaluation_page_test.mjs MAKE_PAGES CHROMIUM
import assert from "node:assert/strict";
import { test } from "node:test";

import { outOfPlace, poorContrast } from "./page_checks.mjs";
import { openPage, withPage } from "./pages.mjs";

const openAll = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

/** Ids of the texts that a reader sees. */
const shown = (page) => page.evaluate(() =>
  Array.from(document.querySelectorAll(".entry"))
    .filter((entry) => entry.checkVisibility()).map((entry) => entry.id));

for (const name of ["judge", "judge_hostile", "judge_empty"]) {
  test(`${name}: loads from a file without complaint, request or foreign script`, async () => {
    await withPage(name, {}, async (page) => {
      await openAll(page);
      assert.equal(await page.evaluate(() => window.pwned), undefined);
      assert.equal(page.requests.length, 1);
      assert.ok(await page.evaluate(() => document.documentElement.classList.contains("js")));
      assert.equal(await page.evaluate(() => document.querySelectorAll("main img").length), 0);
    });
  });
}

test("filters by run, outcome and criterion, and says how many are left", async () => {
  await withPage("judge", {}, async (page) => {
    assert.deepEqual(await shown(page), ["t0", "t2", "t1", "t3"]);
    await page.click('[data-filter="run"][data-value="before"]');
    assert.deepEqual(await shown(page), ["t0", "t1"]);
    await page.click('[data-filter="outcome"][data-value="failed"]');
    await page.click('[data-filter="criterion"][data-value="factual_accuracy"]');
    assert.deepEqual(await shown(page), ["t0"]);
    assert.equal(await page.evaluate(() => document.getElementById("shown").textContent),
                 "1 of 4 texts shown");
    // Only the checks of that criterion are shown.
    await openAll(page);
    assert.deepEqual(await page.evaluate(() =>
      Array.from(document.querySelectorAll("#t0 .criterion"))
        .filter((each) => each.checkVisibility()).map((each) => each.dataset.criterion)),
    ["factual_accuracy"]);
    await page.click('[data-filter="outcome"][data-value="unchecked"]');
    assert.deepEqual(await shown(page), ["t0", "t1"]);
    await page.click('[data-filter="criterion"][data-value="coverage"]');
    assert.deepEqual(await shown(page), []);
    assert.equal(await page.evaluate(() =>
      document.querySelector('[data-filter="criterion"][data-value="coverage"]')
        .getAttribute("aria-pressed")), "true");
    // What was not checked is told whatever the filters are.
    assert.ok(await page.evaluate(() => document.querySelector(".gaps").checkVisibility()));
  });
});

test("search looks in texts, checks and sources", async () => {
  await withPage("judge", {}, async (page) => {
    await page.click("#search");
    await page.type("ROADS");
    assert.deepEqual(await shown(page), ["t0", "t2", "t1", "t3"]);
    await page.evaluate(() => { document.getElementById("search").value = ""; });
    await page.type("nothing has this");
    assert.deepEqual(await shown(page), []);
    await page.press("Escape");
    assert.equal((await shown(page)).length, 4);
  });
});

test("a citation leads to its sentence, and back", async () => {
  await withPage("judge", {}, async (page) => {
    await page.click("#t0 > summary");
    await page.click("#t0 a.cite.supports");
    assert.deepEqual(await page.evaluate(() =>
      Array.from(document.querySelectorAll(".now"), (element) => element.id)), ["g0d0s0"]);
    assert.ok(await page.evaluate(() =>
      document.getElementById("g0d0s0").closest("details").open &&
      document.getElementById("g0d0s0").checkVisibility()));
    assert.match(await page.evaluate(() => document.getElementById("where").textContent),
                 /Supports/);
    await page.click("#back");
    assert.ok(await page.evaluate(() => document.activeElement.matches("#t0 a.cite.supports")));
    // A check leads to the sentence that it is about.
    await page.click('#t0 .check a[href="#t0r1"]');
    assert.equal(await page.evaluate(() => document.querySelector(".now").id), "t0r1");
  });
});

test("unknown citations are no links, and cited sentences are marked", async () => {
  await withPage("judge", {}, async (page) => {
    assert.equal(await page.evaluate(() => document.querySelector("#t0 span.cite").textContent),
                 "<deadbeef>");
    assert.equal(await page.evaluate(() =>
      document.getElementById("g0d0s0").classList.contains("supports")), true);
    assert.equal(await page.evaluate(() =>
      document.querySelectorAll("#g0d0s1 mark").length), 0);
  });
});

test("the page reads and links without scripts", async () => {
  const page = await openPage("judge", { scripts: false });
  const { root } = await page.send("DOM.getDocument");
  const count = async (selector) =>
    (await page.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector })).nodeIds.length;
  assert.equal(await count("html.js"), 0);
  assert.equal(await count(".entry"), 4);
  assert.equal(await count(".check"), 24);
  assert.equal(await count(".rates tbody tr"), 6);
  assert.equal(await count('#t0 a.cite[href="#g0d0s0"]'), 1);
  await page.close();
});

test("300 texts stay quick", async () => {
  await withPage("judge_long", {}, async (page) => {
    const start = Date.now();
    await page.click('[data-filter="outcome"][data-value="failed"]');
    await page.click("#search");
    await page.type("text 299");
    assert.ok(Date.now() - start < 4000, `${Date.now() - start} ms`);
    assert.deepEqual(await shown(page), ["t298"]);
  });
});

for (const width of [390, 640, 800, 1280]) {
  test(`${width} px: nothing sticks out, targets are large enough`, async () => {
    for (const name of ["judge", "judge_hostile", "judge_empty"]) {
      await withPage(name, { width, height: 844 }, async (page) => {
        await openAll(page);
        const { overflow, small } = await page.evaluate(
          outOfPlace, "button, input, summary, .check a");
        assert.ok(overflow <= 0, `${name} sticks out by ${overflow} px`);
        assert.deepEqual(small, [], name);
      });
    }
  });
}

for (const dark of [false, true]) {
  test(`${dark ? "dark" : "light"}: text has enough contrast`, async () => {
    for (const name of ["judge", "judge_empty"]) {
      await withPage(name, { dark }, async (page) => {
        await openAll(page);
        assert.deepEqual(await page.evaluate(poorContrast), [], name);
      });
    }
  });
}
