// The page of the evaluation in a real browser, wide and narrow.
// usage: node page_test.mjs PYTHON CHROMIUM
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Browser } from "../../../tests/web/browser.mjs";

const [python, chromium] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "glossator-eval-page-"));
const MAKE = `
import pathlib, sys
from harness import page, table
from harness.tests.test_page import HOSTILE, result
folder = pathlib.Path(sys.argv[1])
for i, text in enumerate(("plain", HOSTILE, "long " * 60, "x" * 300)):
    table.write(folder / f"{i}.json", result(text))
page.write(folder)
`;
let browser;

before(async () => {
  const evaluation = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
  execFileSync(python, ["-c", MAKE, folder], { cwd: evaluation, stdio: "inherit" });
  browser = await Browser.launch(chromium);
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const width of [1280, 390]) {
  test(`${width} pixels: no complaint, no request, nothing wider than the window`, async () => {
    const page = await browser.newPage({ width });
    await page.goto(join(folder, "index.html"));
    const seen = await page.evaluate(() => ({
      scripts: document.scripts.length,
      wide: document.documentElement.scrollWidth - innerWidth,
      plots: Array.from(document.querySelectorAll("svg"), (svg) => svg.getBoundingClientRect().width),
      outside: Array.from(document.querySelectorAll("figure, .scroll, details, h2"))
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1).length,
    }));
    assert.deepEqual(page.errors, []);
    assert.equal(page.requests.length, 1);
    assert.equal(seen.scripts, 0);
    assert.ok(seen.wide <= 0, `${seen.wide} pixels too wide`);
    assert.equal(seen.outside, 0);
    assert.equal(seen.plots.length, 16);
    assert.ok(seen.plots.every((size) => size > 200));
    await page.close();
  });
}
