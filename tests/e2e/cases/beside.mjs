/** Another host's exercises added to the site's own with `?also=`; without that host the site's own remain. */
import assert from "node:assert/strict";
import { serveExercises } from "../exercise_host.mjs";

export const beside = {
  name: "beside",
  async run(person) {
    const { page } = person;
    const bundle = { ...(await person.bundle("id-blocks")), id: "theirs", track: "course", title: "One of theirs" };
    const entry = { id: "theirs", title: bundle.title, level: 1, minutes: 5, pattern: "p", designs: 1 };
    const course = (exercises) => ({
      version: 1,
      tracks: [{ id: "course", title: "A course", summary: "s", exercises }],
    });
    const host = await serveExercises({
      "/a/index.json": course([entry]),
      "/a/theirs.json": bundle,
      "/twice/index.json": course([{ ...entry, id: "reviews" }]),
    });
    const at = (path) => `${person.url}?also=${encodeURIComponent(host.url + path)}`;
    const [first] = JSON.parse(await person.file("exercises/index.json")).tracks[0].exercises;
    try {
      // One list of tracks; the added ones come last, without a notice that they are another host's.
      await page.goto(`${at("a/")}#/`);
      await page.getByText("Database ready").waitFor();
      const cards = page.locator(".card a");
      await page.getByRole("link", { name: bundle.title }).first().waitFor();
      assert.equal(await cards.first().innerText(), first.title);
      assert.equal(await cards.last().innerText(), "A course");
      assert.equal(await page.getByText("These exercises come from").count(), 0);

      // From an added exercise to one of the site's, with one record of progress.
      await cards.last().click();
      await page.getByRole("link", { name: "Start here" }).click();
      await person.ready();
      await person.write(bundle.designs[0].source);
      await person.check();
      await page.locator(".verdict.good").waitFor();
      await (await person.list()).locator('a[href$="#/exercise/reviews/"]').click();
      await person.ready();
      await page.getByRole("heading", { level: 1, name: (await person.bundle("reviews")).title }).waitFor();
      const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("progress")));
      assert.deepEqual(kept, ["schema-dojo/progress"]);

      // A visit that starts at an added exercise, which is still solved afterwards.
      await page.goto("about:blank");
      await page.goto(`${at("a/")}#/exercise/theirs`);
      await person.ready();
      assert.match(await (await person.list()).locator('a[aria-current="page"]').innerText(), /solved/);

      // An invalid list, and a host that does not answer: the page shows the reason and keeps working.
      for (const [path, says] of [
        ["twice/", /has the exercise reviews, and so has this site/],
        ["none/", /could not be loaded: it is not on the server/],
      ]) {
        await page.goto("about:blank");
        await page.goto(`${at(path)}#/`);
        await page.locator("main .callout.bad").filter({ hasText: says }).waitFor();
        await cards.first().click();
        await person.ready();
        await page.getByRole("heading", { level: 1, name: first.title }).waitFor();
      }
      person.forgive(/404/);
    } finally {
      await host.close();
    }

    // The host is no longer running.
    await page.goto("about:blank");
    await page.goto(`${at("a/")}#/`);
    await page
      .locator("main .callout.bad")
      .filter({ hasText: host.url.split("/")[2] })
      .waitFor();
    await page.locator(`main a[href$="#/exercise/${first.id}/"]`).first().waitFor();
    person.forgive(/ERR_CONNECTION|Failed to load/);
  },
};
