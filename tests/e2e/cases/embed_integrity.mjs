/** Modified files: the page's hash of the script covers all files that it loads. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { FENCES } from "../fences.mjs";
import { hostPage, servePages } from "../host.mjs";

const hashOf = async (path) =>
  `sha384-${createHash("sha384")
    .update(await readFile(path))
    .digest("base64")}`;

/** The scripts that a page names; the first one with its hash. */
const ROOTS = ["schema-dojo.js", "iframe.html"];
/** Scripts that other pages load. */
const OTHERS = ["fences.js", "iframe.js"];

/** An exercise's player, which uses all kinds of files. */
const BODY = `<schema-dojo id="one" exercise="visit-counter" loading="eager"><pre>${"a line\n".repeat(20)}</pre></schema-dojo>`;

/** A reader's actions, which load everything that loads late: the engine, and lists for completion. */
const TOUCHES = [
  (page) => page.frameLocator("#one iframe").locator(".cm-content").click(),
  (page) => page.keyboard.press("Control+End"),
  (page) => page.keyboard.type("\ndb.visits.f", { delay: 30 }),
  (page) => complete(page, "findOne"),
  (page) => page.keyboard.type("ind({ n: { $g", { delay: 30 }),
  (page) => complete(page, "$gte"),
];

/** Requests completions until this one is offered: completion loads after the editor accepts input. */
async function complete(page, name) {
  const found = page.frameLocator("#one iframe").locator(".cm-tooltip-autocomplete").getByText(name).first();
  do await page.keyboard.press("Control+Space");
  while (
    !(await found.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => page.isClosed(),
    ))
  );
}

/** Appends a space to each file of the player's folder in turn. */
export const embedIntegrity = {
  name: "embed-integrity",
  limit: 240_000,
  async run(person, { site, context }) {
    const { page, url } = person;
    const folder = (await readdir(site)).find((name) => /^v\d+\.\d/.test(name));
    const path = (name) => join(site, folder, name);
    const entries = await readdir(join(site, folder), { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(path("."), join(entry.parentPath ?? entry.path, entry.name)))
      .sort();

    // Every file's hash is in a file that is checked itself.
    const lists = await Promise.all(
      ["schema-dojo.js", "iframe.html", "embed.html", "embed.js", "hashes.json"].map((name) =>
        readFile(path(name), "utf8"),
      ),
    );
    const hashes = lists.join("");
    for (const name of names.filter((name) => !ROOTS.includes(name)))
      assert.ok(hashes.includes(await hashOf(path(name))), `${name} has no hash`);

    const script = (file) =>
      `<script type="module" src="${url}${folder}/schema-dojo.js${file}" crossorigin="anonymous" integrity="`;
    const integrity = await hashOf(path("schema-dojo.js"));
    const withHash = (query, body) => ({
      text: hostPage(url, body).replace(/<script [^>]*>/, `${script(query)}${integrity}">`),
    });
    const host = await servePages({ guide: withHash("", BODY), fenced: withHash("?fences", FENCES[0][1]) });
    const state = (tab) => tab.locator("#one").evaluate((element) => element.state ?? null);
    const reaches = (tab, states) =>
      tab.waitForFunction((states) => states.includes(document.getElementById("one").state), states, {
        timeout: 10_000,
      });
    let changed = "";
    const change = (context) =>
      context.route(`${url}${folder}/**`, async (route) => {
        if (new URL(route.request().url()).pathname !== `/${folder}/${changed}`) return route.continue();
        const response = await route.fetch();
        await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.from(" ")]) });
      });
    await change(context);
    /** Opens and uses a player as a reader with empty caches, until it fails. */
    const fail = async () => {
      const reader = await context.browser().newContext();
      await change(reader);
      const tab = await reader.newPage();
      try {
        await tab.goto(`${host.url}guide`);
        await reaches(tab, ["ready", "failed"]);
        for (const touch of TOUCHES) {
          if ((await state(tab)) === "failed") break;
          // The player may fail while it is used.
          await Promise.race([touch(tab), reaches(tab, ["failed"])]).catch(() => undefined);
        }
        await reaches(tab, ["failed"]);
        assert.equal(await tab.locator("#one > pre").isVisible(), true);
        await tab.getByText("This example cannot run here:").waitFor();
      } catch (error) {
        throw new Error(`${changed} was changed, and the player is ${await state(tab)}`, { cause: error });
      } finally {
        await reader.close();
      }
    };
    try {
      changed = "none";
      await page.goto(`${host.url}guide`);
      await reaches(page, ["ready"]);
      for (const touch of TOUCHES) await touch(page);

      const tried = names.filter((name) => !name.startsWith("exercises/") || name.includes("visit-counter"));
      for (const name of tried.filter((name) => ![...ROOTS, ...OTHERS].includes(name))) {
        changed = name;
        await fail();
      }
      changed = "schema-dojo.js";
      await page.goto(`${host.url}guide`);
      assert.equal(await state(page), null);
      assert.equal(await page.locator("#one > pre").isVisible(), true);

      changed = "iframe.js";
      await page.goto(`${url}${folder}/iframe.html#exercise=visit-counter`);
      await page.waitForTimeout(500);
      assert.equal(await page.locator("schema-dojo").count(), 0);

      changed = "fences.js";
      const refused = page.waitForEvent("console", (message) => /integrity/.test(message.text()));
      await page.goto(`${host.url}fenced`);
      await refused;
      assert.equal(await page.locator("schema-dojo").count(), 0);
      assert.equal(await page.locator("pre").isVisible(), true);
    } finally {
      await host.close();
    }
    person.forgive(/integrity/);
  },
};
