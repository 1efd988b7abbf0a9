/** Headings are ordered: one of the first level, and no skipped level. */
import assert from "node:assert/strict";

const PLACES = [
  "",
  "track/first-steps/",
  "glossary/",
  "glossary/upsert/",
  "principles/",
  "patterns/",
  "sandbox/",
  "exercise/reviews/",
  "compare/reviews/",
];

export const headings = {
  name: "headings",
  async run(person) {
    const { page } = person;
    const skipped = async (place) => {
      const levels = await page.evaluate(() =>
        [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")]
          .filter((one) => one.checkVisibility())
          .map((one) => Number(one.tagName[1])),
      );
      assert.equal(levels.filter((level) => level === 1).length, 1, `${place}: ${levels}`);
      assert.ok(
        levels.every((level, at) => at === 0 || level <= levels[at - 1] + 1),
        `${place}: ${levels}`,
      );
    };
    const { designs } = await person.bundle("reviews");
    for (const place of PLACES) {
      await person.open(place);
      await page.locator("main h1").waitFor();
      if (place === "exercise/reviews/") {
        await page.getByRole("button", { name: /^Hint/ }).click();
        await skipped("with a hint");
        await person.write(designs[0].source);
        await person.check();
        await page.getByRole("button", { name: "Why it works" }).waitFor();
      }
      await skipped(place);
    }
  },
};
