/** Stars of several designs add up: of three workloads each has its own, and no design gets them all. */
import assert from "node:assert/strict";

export const stars = {
  name: "stars",
  async run(person) {
    const { designs } = await person.bundle("reviews");
    await person.open("#/exercise/reviews");
    const verdicts = [];
    for (const design of designs) {
      await person.write(design.source);
      await person.check();
      const list = await person.checks();
      assert.ok(list.every((check) => check.passed || check.star), "a design fails");
      verdicts.push(await person.page.locator(".verdict strong").innerText());
    }
    const all = 1 + (await person.checks()).filter((check) => check.star).length;
    assert.ok(verdicts.some((text) => text.includes(`of your ${all} stars`)), `the stars of all designs: ${verdicts.join(" ")}`);
    assert.doesNotMatch(verdicts[0], /of your/);
  },
};
