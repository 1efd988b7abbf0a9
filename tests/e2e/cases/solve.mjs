/** A person solves an exercise: the starter fails, an accepted design passes and the pass is stored. */
import assert from "node:assert/strict";

export const solve = ["reviews", "referrers"].map((id) => ({
  name: `solve-${id}`,
  async run(person) {
    const bundle = await person.bundle(id);
    await person.open(`exercise/${id}/`);
    await person.page.getByRole("heading", { name: bundle.title }).first().waitFor();

    await person.check();
    const before = await person.checks();
    assert.ok(before.length >= 3, `only ${before.length} checks`);
    const failure = before.find((check) => check.failed);
    assert.ok(failure, "the starter passes");
    assert.notEqual(failure.observed, "", "a failed check says nothing");

    await person.write(bundle.designs[0].source);
    await person.run();
    assert.doesNotMatch(await person.output(), /Error/);
    // Stored documents are listed before the original rows, and the two are not confused.
    await person.tab("Documents");
    const chip = person.page.locator("#results-panel").getByRole("button", { pressed: true });
    assert.match(await chip.first().ariaSnapshot(), /"[^."]+"/);
    const rows = person.page.getByRole("button", { name: /^rows\s*\.\s*\w+/ });
    assert.ok((await rows.count()) > 0, "the given rows are not called that");
    await person.check();
    const after = await person.checks();
    assert.equal(after.length, before.length);
    assert.deepEqual(
      after.filter((check) => !check.passed && !check.star),
      [],
    );

    // The explanation opens, and the pass is stored.
    await person.page.getByRole("heading", { name: "Why it works" }).waitFor();
    await person.open();
    await person.page.reload();
    await person.ready();
    const entry = person.page.locator(`a[href="exercise/${id}/"]`).first();
    assert.match(await entry.innerText(), new RegExp(bundle.title));
    const progress = await person.page.evaluate(() => JSON.stringify({ ...localStorage }));
    assert.match(progress, new RegExp(id));
  },
}));
