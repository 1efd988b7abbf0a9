/** Another host's exercises: used in place of the site's own, with separate progress, and refused with a reason. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";
import { serveExercises } from "../exercise_host.mjs";

const HOSTILE = "<img src=x onerror=alert(1)>";

export const library = {
  name: "library",
  async run(person) {
    const { page } = person;
    const bundle = { ...(await person.bundle("id-blocks")), id: "theirs", track: "course", title: `Theirs ${HOSTILE}` };
    bundle.text = [
      {
        type: "paragraph",
        content: [{ type: "link", href: "javascript:alert(1)", content: [{ type: "text", text: "press me" }] }],
      },
    ];
    const entry = { id: "theirs", title: bundle.title, level: 1, minutes: 5, pattern: "p", designs: 1 };
    const files = {
      "/a/index.json": {
        version: 1,
        tracks: [{ id: "course", title: "A course", summary: "s", exercises: [entry, { ...entry, id: "liar" }] }],
      },
      "/a/theirs.json": bundle,
      "/a/liar.json": bundle,
      "/new/index.json": { version: 99, tracks: [] },
      "/odd/index.json": { version: 1, tracks: [{ id: "../x" }] },
      "/big/index.json": { version: 1, tracks: [], filler: "x".repeat(1_100_000) },
    };
    const host = await serveExercises(files);
    try {
      const at = (path) => `${person.url}?exercises=${encodeURIComponent(host.url + path)}`;
      await page.goto(`${at("a/")}#/`);
      await page.getByText("These exercises come from").waitFor();
      await page.getByRole("link", { name: bundle.title }).first().click();
      await person.ready();
      await page.getByText("press me").waitFor();
      assert.equal(await page.locator("main img, main a[href^='javascript']").count(), 0);
      await person.write(bundle.designs[0].source);
      await person.check();
      await page.getByText("Passed").first().waitFor();
      assert.deepEqual(await violations(page), []);
      const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("progress")));
      assert.deepEqual(kept, [`schema-dojo/from/${host.url}a/index.json/progress`]);
      await page.goto(`${at("a/")}#/exercise/liar`);
      await page.getByText("its id is").waitFor();

      // It has no terms and principles: the site's own are used, with links to existing exercises.
      const { glossary, principles } = JSON.parse(await person.file("exercises/reference.json"));
      await page.goto(`${at("a/")}#/glossary`);
      await page.getByText(`${glossary.length} of ${glossary.length} terms`).waitFor();
      await page.goto(`${at("a/")}#/principles`);
      await page.getByRole("heading", { name: principles[0].title }).waitFor();
      assert.equal(await page.locator('.principles a[href*="exercise/"]').count(), 0);

      // Back to the site's own exercises.
      await page.getByRole("link", { name: "Back to this site's exercises" }).click();
      const { tracks } = JSON.parse(await person.file("exercises/index.json"));
      await page.locator(`a[href="exercise/${tracks[0].exercises[0].id}/"]`).first().waitFor();
      assert.equal(new URL(page.url()).search, "");
      assert.equal(await page.getByText("These exercises come from").count(), 0);

      for (const [path, says] of [
        ["new/", "version 99"],
        ["odd/", "is not a valid id"],
        ["big/", "longer than 1 MB"],
        ["none/", "not on the server"],
      ]) {
        await page.goto(`${at(path)}#/`);
        await page.getByText(says).first().waitFor();
      }
      await page.goto(`${person.url}?exercises=http://example.com/#/`);
      await page.getByText("https addresses").first().waitFor();

      // Without them the page may not even send requests to another host.
      await page.goto(person.url);
      await person.ready();
      const reached = await page.evaluate(
        (url) =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        `${host.url}a/index.json`,
      );
      assert.equal(reached, false);
      person.forgive(/404|Content Security Policy|violates|Failed to load|Refused/i);
    } finally {
      await host.close();
    }
  },
};
