/**
 * A page with twenty players uses no more than one with two: an untouched player neither runs nor loads files again.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { hostPage, servePages } from "../host.mjs";
import { pageMemory, workers } from "../memory.mjs";
import { serve } from "../../../web/site_server.mjs";

const PLAYERS = 20;
const MOST_WORKERS = 4;
const MOST_MEMORY = 250e6;
/** After all have run, including garbage that the browser has not collected yet. */
const MOST_AFTER_RUNS = 450e6;
/** Bytes before the reader interacts. A development build is several times as large. */
const MOST_BYTES = 200e3;

const BODY = Array.from(
  { length: PLAYERS },
  (_, at) => `<h2>Example ${at}</h2><p style="height: 40vh">Words.</p>
<schema-dojo id="s${at}"><pre>db.books.insertOne({ _id: ${at} });
print("example", ${at}, db.books.countDocuments())</pre></schema-dojo>`,
).join("");

export const embedMany = {
  name: "embed-many",
  limit: 240_000,
  async run(person, { site }) {
    const { page } = person;
    // No cache headers except that nothing may be stored.
    const server = await serve(site, "/", { compressed: true });
    const text = hostPage(server.url, BODY);
    const host = await servePages({ plain: { text: text.replace(/<script.*<\/script>/, "") }, guide: { text } });
    const isPublished = (await readFile(join(site, "sw.js"), "utf8")).includes("sha256");
    const scroll = async () => {
      for (let at = 0; at < PLAYERS; at++) {
        await page.locator(`#s${at}`).scrollIntoViewIfNeeded();
        await page.waitForFunction((id) => document.getElementById(id).state === "ready", `s${at}`);
      }
    };
    try {
      await page.goto(`${host.url}plain`);
      await page.waitForTimeout(1_000);
      const before = pageMemory();

      await page.goto(`${host.url}guide`);
      await page.waitForFunction(() => document.getElementById("s0").state === "ready");
      await page.waitForTimeout(500);
      const bytes = server.sent();
      const loaded = await page.evaluate(
        () => [...document.querySelectorAll("schema-dojo")].filter(({ state }) => state !== "idle").length,
      );
      assert.ok(loaded <= 4, `${loaded} players were loaded before anybody scrolled`);
      if (isPublished) assert.ok(bytes <= MOST_BYTES, `${bytes} bytes before the reader did anything`);

      await scroll();
      const asked = (name) => server.paths.filter((path) => path.endsWith(name)).length;
      // One more request, to check its hash.
      assert.equal(asked("embed.html"), PLAYERS + 1);
      for (const file of ["player.js", "editor.js", "app.css"])
        assert.equal(asked(file), 1, `${file} was loaded more than once`);
      assert.equal(asked(".wasm") + asked("worker.js"), 0, "an engine was loaded before anybody touched a player");
      assert.equal(workers(), 0, "workers before anybody touched a player");
      await page.waitForTimeout(1_000);
      const seen = pageMemory() - before;
      assert.ok(seen <= MOST_MEMORY, `${Math.round(seen / 1e6)} MB after scrolling`);

      let most = 0;
      for (let at = 0; at < PLAYERS; at++) {
        const player = page.frameLocator(`#s${at} iframe`);
        await page.locator(`#s${at}`).scrollIntoViewIfNeeded();
        await player.getByRole("button", { name: "Run", exact: true }).click();
        await player.getByText(`example ${at} 1`, { exact: true }).waitFor();
        most = Math.max(most, workers());
      }
      assert.ok(most >= 1 && most <= MOST_WORKERS, `${most} workers`);
      assert.equal(asked(".wasm"), 1, "the engine was loaded more than once");
      await page.waitForTimeout(1_000);
      const used = pageMemory() - before;
      assert.ok(
        used <= MOST_AFTER_RUNS,
        `${Math.round(used / 1e6)} MB after all have run (${Math.round(seen / 1e6)} before)`,
      );

      // The first one sleeps, and wakes with its data.
      const first = page.frameLocator("#s0 iframe");
      await first.getByRole("button", { name: "Documents" }).click();
      await first.getByText('"_id":0').waitFor();
      // All at once: they take turns.
      const said = await page.evaluate(() =>
        Promise.all(
          [...document.querySelectorAll("schema-dojo")].map((element) =>
            element.run().then(({ output }) => output[0].text),
          ),
        ),
      );
      assert.deepEqual(
        said,
        Array.from({ length: PLAYERS }, (_, at) => `example ${at} 1`),
      );
      console.log(
        `       ${Math.round(bytes / 1e3)} kB before a touch, ${Math.round(seen / 1e6)} MB after scrolling, ${Math.round(used / 1e6)} MB and ${most} workers after all have run`,
      );
    } finally {
      await server.close();
      await host.close();
    }
  },
};
