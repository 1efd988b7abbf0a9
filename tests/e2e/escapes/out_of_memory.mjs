/**
 * A script exhausts the memory of its process, which then is gone: in the page and in another site's. The browser has a
 * low memory limit, so that this takes seconds and not the whole machine.
 */
import assert from "node:assert/strict";

import { launch } from "../browser.mjs";
import { hostPage, servePages } from "../host.mjs";
import { Person } from "../person.mjs";
import { INTACT, KEEP, LEFT } from "./attempts.mjs";
import { driven } from "./driver.mjs";

/** Megabytes for the objects of one page, frame or worker. */
const MEMORY = 300;
/** Milliseconds for the next run: a new frame, and the data. */
const RECOVERY = 5_000;
const BOMB = "const k = []; for (;;) k.push(new Array(3e6).fill(1.5));";
const LOST = /The sandbox ran out of memory and was restarted; your data is as it was before the run/;

/** Opens a page in a browser with little memory. */
async function withLittleMemory(test) {
  const browser = await launch([`--js-flags=--max-old-space-size=${MEMORY}`]);
  try {
    await test(await (await browser.newContext()).newPage());
  } finally {
    await browser.close();
  }
}

/** Fails unless each bomb has ended its process, and each run after one has found the data in time. */
function assertRecovered(scripts, results, intact) {
  const wrong = results.flatMap(({ said, took }, at) => {
    const isRight = scripts[at].isBomb ? LOST.test(said) : intact.test(said) && took < RECOVERY;
    return isRight ? [] : [`${scripts[at].code} took ${took} ms: ${said.slice(0, 300)}`];
  });
  assert.deepEqual(wrong, []);
}

export const outOfMemoryInPage = {
  name: "escapes-page-memory",
  run: ({ url, site }) =>
    withLittleMemory(async (page) => {
      const person = new Person(page, url, site);
      await person.open("#/sandbox");
      await person.try(KEEP);
      const bombs = [`db.keep.deleteMany({}); ${BOMB}`, BOMB];
      const scripts = bombs.flatMap((code) => [{ code, isBomb: true }, { code: LEFT }]);
      assertRecovered(scripts, await driven(page, scripts), INTACT);
    }),
};

export const outOfMemoryInEmbed = {
  name: "escapes-embed-memory",
  run: ({ url }) =>
    withLittleMemory(async (page) => {
      const seed = `<script type="application/ejson" data-seed>{ "keep": [{ "_id": 1 }, { "_id": 2 }] }</script>`;
      const snippet = (id) => `<schema-dojo id="${id}" loading="eager"><pre>1</pre>${seed}</schema-dojo>`;
      const host = await servePages({ guide: { text: hostPage(url, snippet("bombed") + snippet("beside")) } });
      try {
        await page.goto(`${host.url}guide`);
        const left = { code: "print('left:', db.keep.countDocuments())" };
        // Another player of the page may have shared the process.
        const scripts = [
          { code: `db.keep.deleteMany({}); ${BOMB}`, isBomb: true },
          left,
          { ...left, element: "beside" },
        ];
        for (const id of ["bombed", "beside"])
          await page.waitForFunction((id) => document.getElementById(id).state === "ready", id);
        await page.evaluate((code) => Object.assign(document.getElementById("beside"), { code }).run(), left.code);
        assertRecovered(scripts, await driven(page, scripts, { id: "bombed" }), /left: 2/);
      } finally {
        await host.close();
      }
    }),
};
