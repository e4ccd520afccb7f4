// Tests of the grounding report page in a real browser.
// usage: node report_page_test.mjs MAKE_PAGES CHROMIUM
import assert from "node:assert/strict";
import { test } from "node:test";

import { outOfPlace, poorContrast } from "./page_checks.mjs";
import { openPage, withPage } from "./pages.mjs";

const SMALL = ["sample", "hostile", "rtl", "empty", "unchecked", "cited", "cited_hostile"];

/** What a reader sees as chosen. */
const state = (page) => page.evaluate(() => ({
  claim: document.querySelector(".claim[aria-current]")?.id ?? null,
  focus: document.activeElement.closest(".claim, .s")?.id ?? document.activeElement.id,
  now: Array.from(document.querySelectorAll(".now"), (element) => element.id),
  lit: Array.from(document.querySelectorAll(".lit"), (element) => element.id),
  where: document.getElementById("where").textContent,
  dock: !document.getElementById("dock").hidden,
}));

const isInView = (page, selector) => page.evaluate((wanted) => {
  const box = document.querySelector(wanted).getClientRects()[0];
  const pane = document.querySelector(wanted).closest(".pane").getBoundingClientRect();
  return box.bottom > Math.max(0, pane.top) && box.top < Math.min(innerHeight, pane.bottom);
}, selector);

for (const name of SMALL) {
  test(`${name}: loads from a file without complaint, request or foreign script`, async () => {
    await withPage(name, {}, async (page) => {
      assert.equal(await page.evaluate(() => window.pwned), undefined);
      assert.equal(page.requests.length, 1);
      assert.ok(await page.evaluate(() => document.documentElement.classList.contains("js")));
    });
  });
}

test("keys walk claims, problems and evidence", async () => {
  await withPage("sample", {}, async (page) => {
    await page.press("j");
    assert.equal((await state(page)).claim, "claim-1");
    await page.press("j");
    assert.deepEqual((await state(page)).now, ["d0s2"]);
    await page.press("k");
    assert.equal((await state(page)).claim, "claim-1");
    await page.press("J");
    let now = await state(page);
    assert.equal(now.claim, "claim-5");
    assert.equal(now.focus, "claim-5");
    assert.deepEqual(now.now, ["d0s6"]);
    assert.match(now.where, /Claim 5, contradicted: evidence 1 of 1, contradicts it, .*p\. 2/);
    assert.ok(await isInView(page, "#d0s6 mark"));
    await page.press("J");
    now = await state(page);
    assert.equal(now.claim, "claim-8");
    assert.deepEqual(now.lit, ["d0s16", "d1s2"]);
    assert.deepEqual(now.now, ["d0s16"]);
    await page.press("]");
    now = await state(page);
    assert.deepEqual(now.now, ["d1s2"]);
    assert.match(now.where, /evidence 2 of 2, contradicts it/);
    assert.ok(await isInView(page, "#d1s2 mark"));
    await page.press("]");
    assert.deepEqual((await state(page)).now, ["d0s16"]);
    await page.press("[");
    assert.deepEqual((await state(page)).now, ["d1s2"]);
    await page.press("K");
    assert.equal((await state(page)).claim, "claim-5");
    await page.press("K");
    assert.equal((await state(page)).claim, "claim-10");
    await page.press("Escape");
    now = await state(page);
    assert.deepEqual([now.claim, now.now, now.dock], [null, [], false]);
  });
});

test("Enter goes to the source, Backspace comes back", async () => {
  await withPage("sample", {}, async (page) => {
    await page.press("J");
    await page.press("Enter");
    assert.equal((await state(page)).focus, "d0s6");
    await page.press("Backspace");
    assert.equal((await state(page)).focus, "claim-5");
  });
});

test("evidence of two sentences is shown whole", async () => {
  await withPage("sample", {}, async (page) => {
    await page.click("#claim-7 .claim-link");
    assert.deepEqual((await state(page)).now, ["d0s7", "d0s8"]);
  });
});

test("clicks lead from claim to evidence and from source to claims", async () => {
  await withPage("sample", {}, async (page) => {
    await page.click("#claim-8 .evidence li:nth-child(2) a");
    let now = await state(page);
    assert.deepEqual([now.claim, now.now], ["claim-8", ["d1s2"]]);
    // A sentence that two claims rest on: the second click goes to the second one.
    await page.click("#d0s2 mark");
    assert.equal((await state(page)).claim, "claim-2");
    await page.click("#d0s2 mark");
    assert.equal((await state(page)).claim, "claim-3");
    await page.click("#d0s16 .ref");
    now = await state(page);
    assert.deepEqual([now.claim, now.focus], ["claim-8", "claim-8"]);
    await page.click("#r2 .part");
    assert.equal((await state(page)).claim, "claim-5");
    await page.click("#back");
    assert.equal((await state(page)).focus, "claim-5");
  });
});

test("a click on a citation shows the sentence that it names", async () => {
  await withPage("cited", {}, async (page) => {
    await page.click("a.cite.supports");
    assert.equal((await state(page)).claim, "claim-1");
    assert.deepEqual((await state(page)).now, ["d0s0"]);
    assert.ok(await isInView(page, "#d0s0"));
    assert.match((await state(page)).where, /evidence 1 of 1, supports it/);
    await page.click("a.cite.contradicts");
    assert.deepEqual((await state(page)).now, ["d0s1"]);
    // What would support a claim without a citation is shown with it.
    await page.click("#claim-3 .claim-link");
    assert.deepEqual((await state(page)).now, ["d1s0"]);
    assert.match((await state(page)).where, /would support it/);
    assert.equal(await page.evaluate(() => document.querySelectorAll("a.cite").length), 3);
    assert.equal(await page.evaluate(() => document.querySelector("span.cite").textContent),
                 "<deadbeef>");
  });
});

test("filters hide claims but never what was not checked", async () => {
  await withPage("sample", {}, async (page) => {
    const shown = () => page.evaluate(() =>
      Array.from(document.querySelectorAll(".claim")).filter((claim) => claim.offsetParent)
        .map((claim) => claim.id));
    await page.click('[data-filter="problems"]');
    assert.deepEqual(await shown(), ["claim-5", "claim-8", "claim-9", "claim-10"]);
    assert.match((await state(page)).where, /4 of 10 claims shown/);
    await page.press("f");
    assert.equal((await shown()).length, 5);
    assert.equal(await page.evaluate(() =>
      document.querySelector('[data-filter="supported"]').getAttribute("aria-pressed")), "true");
    assert.ok(await page.evaluate(() => document.querySelector(".gaps").offsetParent !== null));
    await page.click('[data-filter="all"]');
    assert.equal((await shown()).length, 10);
  });
});

test("search finds in claims and sources", async () => {
  await withPage("sample", {}, async (page) => {
    await page.press("/");
    assert.equal((await state(page)).focus, "search");
    await page.type("headache");
    assert.match((await state(page)).where, /1 found/);
    await page.press("Enter");
    assert.equal(await page.evaluate(() => document.querySelector(".hit.current").id), "d0s17");
    assert.ok(await isInView(page, "#d0s17"));
    await page.press("Escape");
    assert.equal(await page.evaluate(() => document.querySelectorAll(".hit").length), 0);
    // Letters typed into the search are not commands.
    await page.press("/");
    await page.press("j");
    assert.equal((await state(page)).claim, null);
  });
});

test("help opens, and single-letter keys can be turned off", async () => {
  await withPage("sample", {}, async (page) => {
    await page.press("?");
    assert.ok(await page.evaluate(() => document.getElementById("help").open));
    await page.click("#single-keys");
    await page.press("Escape");
    assert.ok(await page.evaluate(() => !document.getElementById("help").open));
    await page.press("j");
    assert.equal((await state(page)).claim, null);
    await page.click("#help-open");
    await page.click("#single-keys");
    await page.click("#help-close");
    await page.press("j");
    assert.equal((await state(page)).claim, "claim-1");
  });
});

test("the policy stops scripts, handlers and requests", async () => {
  const page = await openPage("hostile");
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.injected = 1";
    document.body.append(script);
    const image = document.createElement("img");
    image.setAttribute("onerror", "window.injected = 2");
    image.src = "missing.png";
    document.body.append(image);
    let fetched = false;
    try {
      await fetch("data:text/plain,x");
      fetched = true;
    } catch {
      // What the policy is for.
    }
    await new Promise((done) => setTimeout(done, 100));
    return { injected: window.injected ?? null, fetched };
  });
  assert.deepEqual(ran, { injected: null, fetched: false });
  assert.ok(page.errors.some((error) => error.includes("Content Security Policy")));
  await page.close();
});

test("the page reads and links without scripts", async () => {
  const page = await openPage("sample", { scripts: false });
  const { root } = await page.send("DOM.getDocument");
  const count = async (selector) =>
    (await page.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector })).nodeIds.length;
  assert.equal(await count("html.js"), 0);
  assert.equal(await count(".claim"), 10);
  assert.equal(await count(".s"), 22);
  assert.equal(await count('.claim-link[href="#d0s6"]'), 1);
  await page.close();
});

test("20,000 sentences stay quick", async () => {
  await withPage("long", {}, async (page) => {
    assert.equal(await page.evaluate(() => document.querySelectorAll(".s").length), 21105);
    for (let i = 0; i < 3; ++i) await page.press("j");
    const start = Date.now();
    for (let i = 0; i < 5; ++i) await page.press("J");
    const perStep = (Date.now() - start) / 5;
    assert.ok(perStep < 1000, `${perStep} ms a step`);
    assert.ok(await isInView(page, ".now mark"));
    await page.press("/");
    await page.type("Sentence 6999 of volume 3");
    await page.press("Enter");
    assert.ok(await isInView(page, ".hit.current"));
  });
});

for (const width of [390, 640, 800, 1280]) {
  test(`${width} px: nothing sticks out, targets are large enough`, async () => {
    for (const name of SMALL) {
      await withPage(name, { width, height: 844 }, async (page) => {
        const { overflow, small } = await page.evaluate(
          outOfPlace, "button, input, summary, .claim-link, .evidence a, .docs a, .ref");
        assert.ok(overflow <= 0, `${name} sticks out by ${overflow} px`);
        assert.deepEqual(small, [], name);
      });
    }
  });
}

test("stacked panes: a claim leads down to its source and back", async () => {
  await withPage("sample", { width: 390, height: 844 }, async (page) => {
    await page.press("J");
    assert.ok(await isInView(page, "#claim-5"));
    await page.press("Enter");
    assert.ok(await isInView(page, "#d0s6 mark"));
    await page.click("#back");
    assert.ok(await isInView(page, "#claim-5"));
  });
});

for (const dark of [false, true]) {
  test(`${dark ? "dark" : "light"}: text has enough contrast`, async () => {
    for (const name of ["sample", "unchecked", "rtl", "cited"]) {
      await withPage(name, { dark }, async (page) => {
        await page.press("J");
        const poor = await page.evaluate(poorContrast);
        assert.deepEqual(poor, [], name);
      });
    }
  });
}

test("print shows everything in one column", async () => {
  await withPage("long", { media: "print" }, async (page) => {
    const seen = await page.evaluate(() => ({
      last: document.getElementById("d2s6999").checkVisibility({ contentVisibilityAuto: true }),
      tools: document.querySelector(".tools").checkVisibility(),
      columns: getComputedStyle(document.querySelector("main")).display,
    }));
    assert.deepEqual(seen, { last: true, tools: false, columns: "block" });
  });
});
