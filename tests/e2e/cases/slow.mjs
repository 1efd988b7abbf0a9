/** On a slow line, 1.6 Mbit/s with 150 ms, one reads at once and types soon; the database comes behind. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { serve } from "../server.mjs";

const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/**
 * Milliseconds from the visit on until the text is there, and until one can type. Nearly all of it is the line's:
 * reached are 600 and 2,200, also on a machine that has six times as much to do as it has cores.
 */
const TEXT = 1_200;
const TYPING = 3_000;

export const slow = {
  name: "slow",
  /** Bars are for what is published; a site that is being worked on is several times as large. */
  async unfit(site) {
    const worker = await readFile(join(site, "sw.js"), "utf8");
    return worker.includes("sha256") ? null : "only published builds (cargo xtask dist) have the sizes of the bars";
  },
  async run(person, { site }) {
    const server = await serve(site, "/", { compressed: true });
    const { page } = person;
    try {
      // Once without counting: the server compresses on the first request.
      await page.goto(`${server.url}exercise/reviews/`);
      await page.getByText("Database ready").waitFor();
      const client = await page.context().newCDPSession(page);
      await client.send("Network.enable");
      await client.send("Network.setBypassServiceWorker", { bypass: true });
      await client.send("Network.clearBrowserCache");
      await client.send("Network.setCacheDisabled", { cacheDisabled: true });
      await client.send("Network.emulateNetworkConditions", LINE);
      await page.goto(`${server.url}exercise/reviews/`, { waitUntil: "commit" });
      await page.locator("#page .editor-plain, #page .cm-content").first().waitFor();
      const typing = await page.evaluate(() => performance.now());
      const text = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
      console.log(`       text after ${Math.round(text)} ms, typing after ${Math.round(typing)} ms`);
      assert.ok(text <= TEXT, `the text came after ${Math.round(text)} ms`);
      assert.ok(typing <= TYPING, `one could type after ${Math.round(typing)} ms`);
    } finally {
      await server.close();
    }
  },
};
