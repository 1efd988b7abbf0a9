/** A person's actions on the page and observations of it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import assert from "node:assert/strict";

/** Milliseconds within which the page must react. */
const PATIENCE = 40_000;

export class Person {
  #errors = [];

  constructor(page, url, site) {
    this.page = page;
    this.url = url;
    this.site = site;
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => this.#errors.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      const { url, lineNumber, columnNumber } = message.location();
      if (message.type() === "error")
        this.#errors.push(`console: ${message.text()} (${url}:${lineNumber}:${columnNumber})`);
    });
  }

  /** Opens a page of the site and waits for database and editor. */
  async open(place = "") {
    await this.page.goto(this.url + place);
    await this.ready();
  }

  async ready() {
    await this.page.getByText("Database ready").waitFor();
    if (/\/(exercise|sandbox|open)\//.test(this.page.url())) {
      await this.page.locator(".cm-content").waitFor({ state: "attached" });
      await this.idle();
    }
  }

  /** Waits until nothing runs. */
  async idle() {
    await this.page.locator(".toolbar .button.primary:enabled").waitFor();
    await this.page.locator(".toolbar .task").waitFor({ state: "detached" });
  }

  /** Puts code into the editor as if pasted. */
  async write(code) {
    const editor = this.page.locator(".cm-content");
    await this.pane("Code");
    await editor.click();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(code);
  }

  /** The code in the editor. */
  async code() {
    return this.page
      .locator(".cm-content")
      .evaluate(
        (element) =>
          element.cmTile?.view?.state.doc.toString() ?? element.cmView?.view?.state.doc.toString() ?? element.innerText,
      );
  }

  async run() {
    await this.page.getByRole("button", { name: "Run", exact: true }).click();
    await this.idle();
  }

  async check() {
    await this.page.getByRole("button", { name: "Check", exact: true }).click();
    await this.idle();
    await this.page.locator(".verdict, .checks-pane .callout").first().waitFor();
  }

  /** Shows a pane if the window has room for only one: Task, Code or Results. */
  async pane(name) {
    const tab = this.page.locator(".pane-tabs").getByRole("tab", { name, exact: true });
    if (await tab.isVisible()) await tab.click();
  }

  /** Opens the list of exercises if it is a drawer. */
  async list() {
    const button = this.page.getByRole("button", { name: "List of exercises" });
    if ((await button.isVisible()) && (await button.getAttribute("aria-expanded")) === "false") await button.click();
    return this.page.locator("#sidebar");
  }

  async tab(name) {
    await this.pane("Results");
    await this.page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  }

  /** All text in the output tab. */
  async output() {
    await this.tab("Output");
    return this.page.locator("#results-panel").innerText();
  }

  /** The displayed checks: the text of each, and whether it passed. */
  async checks() {
    return this.page.locator(".checks .check").evaluateAll((items) =>
      items.map((item) => ({
        passed: item.classList.contains("passed"),
        failed: item.classList.contains("failed"),
        star: item.querySelector(".tag") !== null,
        sentence: item.querySelector(".sentence")?.textContent ?? "",
        observed: item.querySelector(".observed")?.textContent ?? "",
      })),
    );
  }

  /** Runs code in the sandbox page and returns the output. */
  async try(code) {
    await this.write(code);
    await this.run();
    return this.output();
  }

  /** An exercise as the site serves it. */
  async bundle(id) {
    return JSON.parse(await this.file(`exercises/${id}.json`));
  }

  /** A file of the site. */
  async file(name) {
    return readFile(join(this.site, name), "utf8");
  }

  async says(pattern) {
    const text = await this.output();
    assert.match(text, pattern);
    return text;
  }

  /** Ignores errors that a case has caused on purpose. */
  forgive(pattern) {
    this.#errors = this.#errors.filter((error) => !pattern.test(error));
  }

  expectQuiet() {
    assert.deepEqual([...new Set(this.#errors)].slice(0, 5), []);
  }

  complaints() {
    const [...different] = new Set(this.#errors);
    return different
      .slice(0, 5)
      .map((error) => `\n${error.slice(0, 400)}`)
      .join("");
  }
}
