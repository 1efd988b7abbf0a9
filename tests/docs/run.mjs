/**
 * Builds a page with each documentation tool, and runs its fenced blocks in a browser.
 *
 *   node tests/docs/run.mjs [--site dist] [tool …]
 *
 * Needs Python 3, npm and cargo, which install the tools in their pinned versions, all at the same time. A tool that
 * cannot be installed here, for want of Python or of the network, is not tried, and a line says why. Prints one line
 * for each tool and their counts; exits with 1 when one fails.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { ROOT, launch } from "../e2e/browser.mjs";
import { serve } from "../../web/site_server.mjs";
import { TOOLS } from "./tools.mjs";

const given = process.argv.slice(2);
const at = given.indexOf("--site");
const [, site = "dist"] = at < 0 ? [] : given.splice(at, 2);
const chosen = TOOLS.filter(({ name }) => given.length === 0 || given.includes(name));
const player = await serve(resolve(ROOT, site));
const browser = await launch();
let failed = 0;
let unfit = 0;
const started = Date.now();
const installed = chosen.map(async (tool) => {
  const why = tool.unfit?.();
  if (why) return why;
  return tool.install().then(
    () => null,
    (error) => `its installation failed: ${error instanceof Error ? error.message : error}`,
  );
});
for (const [at, tool] of chosen.entries()) {
  try {
    const why = await installed[at];
    const begun = Date.now();
    if (why) {
      unfit += 1;
      console.log(`not run ${tool.name}: ${why}`);
      continue;
    }
    await attempt(tool);
    console.log(`ok     ${tool.name} (${Date.now() - begun} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${tool.name}: ${error instanceof Error ? error.message : error}`);
  }
}
await browser.close();
await player.close();
console.log(`all were installed and tried in ${Date.now() - started} ms`);
console.log(`${chosen.length - failed - unfit} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function attempt({ name, build, ready, hasNext, toggle }) {
  const folder = await mkdtemp(join(tmpdir(), "docs-"));
  const host = await serve(folder);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    build(folder, { PLAYER: `${player.url}v1/schema-dojo.js?fences`, GUIDE: host.url });
    await page.goto(host.url);
    if (ready) await page.locator(ready).waitFor({ state: "attached" });
    await page.waitForFunction(() => document.querySelectorAll("schema-dojo").length === 2);
    assert.equal(await runs(page, 0), "books 1");
    assert.equal(await runs(page, 1), "numbered 1");
    if (toggle) {
      for (const selector of toggle) await page.locator(selector).first().click();
      await page.frameLocator("schema-dojo >> nth=0 >> iframe").locator("html[data-theme=dark]").waitFor();
    }
    if (hasNext) {
      // Navigates within the site, without loading another document.
      await page.evaluate(() => (window.stayed = true));
      await page.getByRole("link", { name: "Next", exact: true }).last().click();
      await page.getByRole("heading", { name: "Next" }).waitFor();
      await page.waitForFunction(() => document.querySelectorAll("schema-dojo").length === 1);
      assert.equal(await runs(page, 0), "next 0");
      assert.equal(await page.evaluate(() => window.stayed), true);
    }
  } catch (error) {
    await page.screenshot({ path: join(ROOT, `tests/e2e/results/docs-${name}.png`) }).catch(() => undefined);
    throw error;
  } finally {
    await context.close();
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Presses Run in one of the page's players; returns the output. */
async function runs(page, at) {
  // In one step, because the page's own scripts may replace the element at any time.
  await page.waitForFunction((at) => {
    const element = document.querySelectorAll("schema-dojo")[at];
    element?.scrollIntoView({ block: "center" });
    return element !== undefined;
  }, at);
  const frame = page.frameLocator(`schema-dojo >> nth=${at} >> iframe`);
  await frame.getByRole("button", { name: "Run", exact: true }).click();
  return frame.locator(".output pre").first().innerText();
}
