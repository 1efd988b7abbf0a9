/**
 * On a slow line, 1.6 Mbit/s with 150 ms, the text is readable at once and the editor usable soon; the database loads
 * last.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { serve } from "../../../web/site_server.mjs";

const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/**
 * Milliseconds from the start of the visit until the text is visible, and until the editor accepts input. Nearly all is
 * the line's delay: measured are 600 and 2,200, also on a machine with a load of six times its cores.
 */
const TEXT = 1_200;
const TYPING = 3_000;

export const slow = {
  name: "slow",
  /** The limits are for a published site; a development build is several times as large. */
  async unfit(site) {
    const worker = await readFile(join(site, "sw.js"), "utf8");
    return worker.includes("sha256") ? null : "only published builds (cargo xtask dist) have the sizes of the bars";
  },
  async run(person, { site }) {
    const server = await serve(site, "/", { compressed: true });
    const { page } = person;
    try {
      // Once without measuring: the server compresses on the first request.
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
