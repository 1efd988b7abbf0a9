/** Parts of an exercise besides its task: hints, and links after a pass. */
import assert from "node:assert/strict";

export const onward = {
  name: "onward",
  async run(person) {
    const { page } = person;
    await person.open("exercise/reviews/");
    const { designs, hints } = await person.bundle("reviews");
    const { tracks } = JSON.parse(await person.file("exercises/index.json"));
    const hint = page.getByRole("button", { name: /^Hint/ });
    for (let at = 1; at <= hints.length; at += 1) {
      await hint.click();
      await focused(page, `hint-${at}`);
    }
    assert.ok(await hint.isDisabled());

    await person.write(designs[0].source);
    await person.check();
    await page.getByRole("button", { name: "Why it works" }).click();
    await focused(page, "why");
    const all = tracks.flatMap((track) => track.exercises);
    const next = all[all.findIndex(({ id }) => id === "reviews") + 1];
    await page.getByRole("link", { name: `Next: ${next.title}` }).click();
    await page.getByRole("heading", { level: 1, name: next.title }).waitFor();

    // The exercise may not exist, or the network be missing: the page says so, and links to others.
    await page.goto(`${person.url}#/exercise/nothing-here`);
    await page.getByRole("heading", { level: 1, name: "This exercise could not be loaded" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Run", exact: true }).count(), 0);
    await page.getByRole("link", { name: "See all exercises" }).click();
    await page.locator('a[href="exercise/reviews/"]').first().waitFor();
    person.forgive(/404/);
  },
};

/** Waits until the element is focused and visible. */
async function focused(page, id) {
  await page.waitForFunction((id) => document.activeElement?.id === id, id);
  const seen = await page.locator(`#${id}`).evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    const pane = element.closest(".text-pane").getBoundingClientRect();
    return top + Math.min(height, 40) <= pane.bottom + 1 && top >= pane.top - 40;
  });
  assert.ok(seen, `${id} is out of view`);
}
