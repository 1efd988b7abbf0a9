/** A track's page: its topics, the learner's progress, and the next exercise. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

export const path = {
  name: "path",
  async run(person) {
    const { page } = person;
    await person.open();
    const { tracks } = JSON.parse(await person.file("exercises/index.json"));
    const [track] = tracks;
    const solved = JSON.stringify({ [track.exercises[0].id]: { passed: true, stars: 1 } });
    await page.evaluate((progress) => localStorage.setItem("schema-dojo/progress", progress), solved);
    await page.reload();
    await page.locator(`main a[href="track/${track.id}/"]`).click();
    await page.getByRole("heading", { level: 1, name: track.title }).waitFor();

    // In order, each with its description; the first unsolved one is marked.
    const stops = page.locator(".path > li");
    assert.deepEqual(
      await stops.locator("h3").allInnerTexts(),
      track.exercises.map((exercise) => exercise.title),
    );
    for (const [at, { step, pattern, minutes }] of track.exercises.entries()) {
      const text = await stops.nth(at).innerText();
      assert.ok(text.includes(step || pattern) && text.includes(`${minutes} min`), text);
    }
    assert.match(await stops.nth(0).innerText(), /solved/);
    assert.equal(await page.getByText("Continue here").count(), 1);
    await stops.nth(1).getByText("Continue here").waitFor();
    await page.getByText(`1 of ${track.exercises.length} exercises solved`).waitFor();
    assert.deepEqual(await violations(page), []);

    // Also from the list on the left, and with the keyboard.
    const aside = page.locator(`#sidebar a[href="track/${track.id}/"]`);
    assert.equal(await aside.getAttribute("aria-current"), "page");
    await stops.nth(1).getByText("Continue here").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/exercise\//);

    await page.goto(`${person.url}#/path/nowhere`);
    await page.getByText("There is nothing at this address").waitFor();
  },
};
