/** Reloading an open page takes over a new version of the site as a whole. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ROOT } from "../browser.mjs";
import { serve } from "../../../web/site_server.mjs";

export const update = {
  name: "update",
  async run(person, { site }) {
    const folder = await mkdtemp(join(tmpdir(), "schema-dojo-site-"));
    await cp(site, folder, { recursive: true });
    const server = await serve(folder);
    try {
      person.url = server.url;
      await person.open();
      await person.page.evaluate(() => navigator.serviceWorker.ready);
      await person.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

      const index = join(folder, "index.html");
      const changed = (await readFile(index, "utf8")).replace("<html ", '<html data-version="two" ');
      await writeFile(index, changed);
      execFileSync(process.execPath, [join(ROOT, "web/build.mjs"), "offline", folder, "--release"]);

      // The old version serves the page until the new one is complete.
      await person.page.reload();
      await person.ready();
      await fetched(person.page);
      // While the browser still counts the previous page as a second one, a reload gets the old version again.
      for (let reloads = 0; reloads < 10 && (await version(person.page)) !== "two"; reloads += 1) {
        await person.page.reload();
        await person.ready();
      }
      assert.equal(await version(person.page), "two");
      const caches = await person.page.evaluate(() => window.caches.keys());
      assert.equal(caches.length, 1, `the old version is still there: ${caches.join(", ")}`);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Requests the new version, as the browser itself does occasionally, and waits until it is complete. */
async function fetched(page) {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const isThere = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state === "installed");
  for (let tries = 0; tries < 100 && !(await isThere()); tries += 1) await page.waitForTimeout(100);
}

function version(page) {
  return page.evaluate(() => document.documentElement.dataset["version"]);
}
