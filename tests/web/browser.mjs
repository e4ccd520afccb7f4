// A small driver for headless Chromium: the DevTools protocol over a pipe, without packages.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const FLAGS = [
  "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
  "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-extensions", "--mute-audio",
];
const SPECIAL_KEYS = {
  Enter: { code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Escape: { code: "Escape", windowsVirtualKeyCode: 27 },
  Backspace: { code: "Backspace", windowsVirtualKeyCode: 8 },
  Tab: { code: "Tab", windowsVirtualKeyCode: 9 },
};

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Browser {
  static async launch(executable) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "glossator-web-"));
    browser.process = spawn(executable, [...FLAGS, `--user-data-dir=${browser.profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    browser.waiting = new Map();
    browser.pages = new Map();
    browser.nextId = 1;
    let buffered = "";
    browser.process.stdio[4].setEncoding("utf8").on("data", (data) => {
      const messages = (buffered + data).split("\0");
      buffered = messages.pop();
      for (const message of messages) browser.receive(JSON.parse(message));
    });
    await browser.send("Browser.getVersion");
    return browser;
  }

  receive(message) {
    if (message.id) {
      const { done, failed } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) failed(new Error(message.error.message));
      else done(message.result);
    } else {
      this.pages.get(message.sessionId)?.receive(message);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.nextId++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async newPage({ width = 1280, height = 900, dark = false, scripts = true, media = "" } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.pages.set(sessionId, page);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride",
                    { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send("Emulation.setEmulatedMedia", {
      media,
      features: [
        { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: "reduce" },
      ],
    });
    if (!scripts) await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    return page;
  }

  async close() {
    const gone = new Promise((done) => this.process.on("exit", done));
    this.send("Browser.close").catch(() => {});
    await gone;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Page {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId });
    this.errors = []; // What the console and the page complained about.
    this.requests = []; // Addresses asked for.
    this.loaded = null;
  }

  send(method, params = {}) {
    return this.browser.send(method, params, this.sessionId);
  }

  receive({ method, params }) {
    if (method === "Page.loadEventFired") this.loaded?.();
    if (method === "Runtime.exceptionThrown") {
      this.errors.push(params.exceptionDetails.exception?.description ?? "exception");
    }
    if (method === "Runtime.consoleAPICalled") this.errors.push(`console.${params.type}`);
    if (method === "Log.entryAdded") this.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  async goto(path) {
    const loaded = new Promise((done) => { this.loaded = done; });
    await this.send("Page.navigate", { url: pathToFileURL(path).href });
    await loaded;
  }

  /** Runs a function in the page with arguments that JSON can hold. */
  async evaluate(work, ...args) {
    const expression = `(${work})(...${JSON.stringify(args)})`;
    const { result, exceptionDetails } = await this.send(
      "Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? "failed");
    return result.value;
  }

  async press(key) {
    const special = SPECIAL_KEYS[key];
    const event = special ? { key, ...special } : { key, text: key };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    await this.settle();
  }

  async type(text) {
    await this.send("Input.insertText", { text });
    await sleep(250); // The search waits for a pause.
    await this.settle();
  }

  async click(selector) {
    const at = await this.evaluate((wanted) => {
      const element = document.querySelector(wanted);
      element.scrollIntoView({ block: "center" });
      const box = element.getClientRects()[0];
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, selector);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
    }
    await this.settle();
  }

  /** Two frames: what a handler started has happened. */
  settle() {
    return this.evaluate(() => new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
    }));
  }

  async close() {
    this.browser.pages.delete(this.sessionId);
    await this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
