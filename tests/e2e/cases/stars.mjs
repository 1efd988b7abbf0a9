/** Stars of several designs add up: each of three workloads has its own, and no design earns them all. */
import assert from "node:assert/strict";

export const stars = {
  name: "stars",
  async run(person) {
    const { page } = person;
    const { designs } = await person.bundle("reviews");
    await person.open("exercise/reviews/");
    const verdicts = [];
    const unearned = page.locator(".check.unearned");
    for (const design of designs) {
      await person.write(design.source);
      await person.check();
      const list = await person.checks();
      assert.ok(
        list.every((check) => check.passed || check.star),
        "a design fails",
      );
      const verdict = await page.locator(".verdict").innerText();
      const [, earned, of] = /(\d+) of (\d+) ★/.exec(verdict) ?? [];
      assert.equal(Number(of), 1 + list.filter((check) => check.star).length, verdict);
      assert.equal(Number(earned), 1 + list.filter((check) => check.star && check.passed).length, verdict);
      // An unearned star is not an error: it is grey, with the observation beside it.
      assert.equal(await unearned.count(), of - earned);
      assert.equal(await page.locator(".check.failed").count(), 0);
      for (const one of await unearned.all()) assert.notEqual(await one.locator(".observed").innerText(), "");
      verdicts.push(verdict);
    }
    const all = 1 + (await person.checks()).filter((check) => check.star).length;
    const together = `${all} with your other designs`;
    assert.ok(
      verdicts.some((text) => text.includes(together)),
      `the stars of all designs: ${verdicts.join(" ")}`,
    );
    assert.doesNotMatch(verdicts[0], /other designs/);
  },
};
