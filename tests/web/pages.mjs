// The pages that a test looks at: made once, opened in one browser, removed at the end.
// A test that imports this is called with MAKE_PAGES CHROMIUM.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { Browser } from "./browser.mjs";

const [makePages, chromium] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "glossator-pages-"));
let browser;

before(async () => {
  execFileSync(makePages, [folder], { stdio: "inherit" });
  browser = await Browser.launch(chromium);
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The page of that name, in a tab of its own. */
export async function openPage(name, options) {
  const page = await browser.newPage(options);
  await page.goto(join(folder, `${name}.html`));
  return page;
}

/** Opens a page, hands it to `work`, and expects that nothing was complained about. */
export async function withPage(name, options, work) {
  const page = await openPage(name, options);
  await work(page);
  assert.deepEqual(page.errors, []);
  await page.close();
}
