/** The attempts in another site's page: snippets that `<schema-dojo>` runs. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serve } from "../../../web/site_server.mjs";
import { ASKED, BOMBS, FAMILIES, scriptsOf, WON } from "./attempts.mjs";
import { CHEATS, CHECKS, HONEST, ROWS } from "./cheats.mjs";
import { driven, killer } from "./driver.mjs";

/** Milliseconds for the run after a bomb. */
const RECOVERY = 5_000;
/** Bombs that are also tried here: the two that end the frame's process, output, and a full database. */
const TRIED = [0, 1, 7, 10];
/** One of this many cheats is tried, because the grader is the same as in the page. */
const EVERY = 4;

const DOCUMENT = (site) => `<!doctype html><html lang="en"><title>Guide</title>
<script type="module" src="${site}v1/schema-dojo.js"></script>
<schema-dojo id="snippet" loading="eager"><pre>1</pre>
<script type="application/ejson" data-seed>{ "keep": [{ "_id": 1 }, { "_id": 2 }] }</script></schema-dojo>
<schema-dojo id="graded" loading="eager"><pre>1</pre>
<script type="application/ejson" data-seed>${JSON.stringify(ROWS)}</script>
<script type="text/x-checks">${CHECKS}</script></schema-dojo>
</html>`;

export const escapesInEmbed = {
  name: "escapes-embed",
  limit: 240_000,
  async run(person, { server }) {
    const { page, url } = person;
    const folder = await mkdtemp(join(tmpdir(), "host-"));
    await writeFile(join(folder, "guide.html"), DOCUMENT(url));
    const host = await serve(folder);
    try {
      await page.goto(`${host.url}guide.html`);
      for (const id of ["snippet", "graded"])
        await page.waitForFunction((id) => document.getElementById(id)?.state === "ready", id);
      await page.evaluate(() => localStorage.setItem("treasure", "untouched"));
      const asked = server.paths.length;
      const run = (code) =>
        page.evaluate((code) => {
          const element = document.getElementById("snippet");
          element.code = code;
          return element.run().then(
            ({ output, error }) => `${output.map(({ text }) => text).join("\n")} ${error?.message ?? ""}`,
            (reason) => `rejected: ${reason.message}`,
          );
        }, code);
      const wrong = [];
      for (const [family, attempts] of Object.entries(FAMILIES)) {
        for (const [, script] of scriptsOf(attempts, url)) {
          const said = await run(script);
          if (said.includes(WON)) wrong.push(`${family}: ${said.slice(0, 300)}`);
        }
      }
      const check = (code) =>
        page.evaluate((code) => {
          const element = document.getElementById("graded");
          element.code = code;
          return element.check().then(
            ({ passed }) => passed,
            () => false,
          );
        }, code);
      assert.equal(await check(HONEST), true, "the honest answer does not pass");
      for (const [at, [what, code]] of CHEATS.entries())
        if (at % EVERY === 0 && (await check(code))) wrong.push(`${what} passed`);
      // Last, because Playwright stops driving a page that has lost a frame.
      assert.deepEqual(
        server.paths.slice(asked).filter((path) => ASKED.test(path)),
        [],
        "a script reached the network",
      );
      assert.equal(await page.evaluate(() => localStorage.getItem("treasure")), "untouched");
      const kill = await killer(page);
      const lost = ["a frame whose process ends", "for (;;) {}"];
      const all = [lost, ...TRIED.map((at) => BOMBS[at])].flatMap(([what, code]) => [
        { what, code },
        { what: "left", code: "print('left:', db.keep.countDocuments())" },
      ]);
      const results = await driven(page, all, { id: "snippet", during: (at) => at === 0 && setTimeout(kill, 1_500) });
      results.forEach(({ said, took }, at) => {
        if (all[at].what !== "left") return;
        if (!/left: 2/.test(said)) wrong.push(`after ${all[at - 1].what}: ${said.slice(0, 200)}`);
        if (took > RECOVERY) wrong.push(`after ${all[at - 1].what} a run took ${took} ms`);
      });
      assert.match(results[0].said, /ran out of memory and was restarted/);
      assert.deepEqual(wrong, []);
      assert.deepEqual(
        host.paths.filter((path) => !/guide|favicon|nothing-here/.test(path)),
        [],
        "a script reached the host page's server",
      );
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
    person.forgive(/Content Security Policy|ERR_|Failed to load|blocked|404|crash|dynamically imported/i);
  },
};
