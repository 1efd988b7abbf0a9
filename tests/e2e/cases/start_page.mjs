/** The start page shows the site's approach before any click, and leads a newcomer to the first exercise. */
import assert from "node:assert/strict";

export const startPage = {
  name: "start-page",
  async run(person) {
    const { page } = person;
    const { tracks } = JSON.parse(await person.file("exercises/index.json"));
    const all = tracks.flatMap((track) => track.exercises);
    await person.open();
    await page.getByRole("link", { name: `Start with “${all[0].title}”` }).waitFor();

    // The replay plays automatically to its end, and again on request.
    const demo = page.locator(".demo");
    const document = demo.locator("code");
    await demo.getByRole("button", { name: "Pause" }).waitFor();
    await demo.getByRole("button", { name: "Play again" }).waitFor();
    assert.match(await document.innerText(), /copies: 5/);
    await demo.getByText("Two copies came back. The number is 5, not 6.").waitFor();
    await demo.getByRole("button", { name: "Play again" }).click();
    await page.waitForFunction(() => document.querySelector(".demo code").textContent.includes("copies: 4"));

    // It shows a real failure: the starter of that exercise loses a copy when it is checked.
    await demo.getByRole("link", { name: "Try to break it" }).click();
    await person.ready();
    await page.getByRole("heading", { level: 1, name: (await person.bundle("lost-update")).title }).waitFor();
    await person.check();
    const failed = (await person.checks()).filter((check) => check.failed).map((check) => check.observed);
    assert.ok(
      failed.some((observed) => observed.includes("the shelf has 5, not 6")),
      failed.join("\n"),
    );

    // Continue leads to an exercise that was tried, not to one that was only seen or never opened.
    const first = await person.bundle(all[0].id);
    const go = page.locator(".hero .button.primary");
    await person.open(`exercise/${first.id}/`);
    await person.open();
    assert.equal(await go.innerText(), `Start with “${first.title}”`);
    await person.open(`exercise/${first.id}/`);
    await person.check();
    await person.open();
    assert.equal(await go.innerText(), `Continue with “${first.title}”`);
    await person.open(`exercise/${first.id}/`);
    await person.write(first.designs[0].source);
    await person.check();
    await person.open();
    assert.equal(await go.innerText(), `Next: “${all[1].title}”`);

    // Solving the last of the first steps recommends two exercises.
    assert.equal(await page.getByText("After the first steps:").count(), 0);
    await person.open("exercise/lost-update/");
    await person.write((await person.bundle("lost-update")).designs[0].source);
    await person.check();
    await person.open();
    await page.getByText("After the first steps:").waitFor();
    assert.equal(await page.locator(".known a").count(), 2);

    // A reader who knows MongoDB starts later, also on the next visit.
    await person.open();
    await page.getByRole("button", { name: "I know MongoDB" }).click();
    await page.reload();
    const reviews = await person.bundle("reviews");
    await page.getByRole("link", { name: `“${reviews.title}”` }).waitFor();
    await page
      .locator(".known")
      .getByRole("link", { name: (await person.bundle("order-totals")).title })
      .waitFor();
    assert.equal(await page.getByRole("button", { name: "I know MongoDB" }).getAttribute("aria-pressed"), "true");
  },
};

export const startPageStill = {
  name: "start-page-still",
  options: { reducedMotion: "reduce" },
  async run(person) {
    await person.open();
    const demo = person.page.locator(".demo");
    await demo.getByRole("button", { name: "Play again" }).waitFor();
    await person.page.waitForTimeout(1_500);
    assert.equal(await demo.locator("li.later").count(), 0);
  },
};
