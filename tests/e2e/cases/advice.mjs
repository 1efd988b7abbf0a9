/** Advice on a plan: an index is proposed, tried and compared; a redundant one is named. */
import assert from "node:assert/strict";

import { violations } from "../axe.mjs";

const DATA = `db.reviews.insertMany(Array.from({ length: 600 }, (_, i) => ({ book: i % 60, created_at: new Date(1e12 + i), stars: i % 5 })));
db.reviews.createIndex({ stars: 1 });
db.reviews.createIndex({ stars: 1, book: 1 });
db.reviews.find({ book: 7 }).sort({ created_at: -1 }).limit(5).toArray();`;

export const advice = {
  name: "advice",
  async run(person) {
    const { page } = person;
    await person.open("#/sandbox");
    await person.try(DATA);
    await person.tab("Plan");
    const section = page.getByRole("region", { name: "Advice on indexes" });
    await section
      .getByText("An index { book: 1, created_at: -1 } would examine 5 documents instead of 600, and sort nothing.")
      .waitFor();
    await section
      .getByText(/^It takes .* on this data, and each insert writes one more index entry/)
      .first()
      .waitFor();
    await section
      .getByText("The index stars_1 can be dropped: { stars: 1, book: 1 } begins with the same fields")
      .waitFor();
    await section.getByRole("button", { name: "Try it" }).first().click();
    await section.getByRole("row", { name: "Documents examined 600 5" }).waitFor();
    await section.getByRole("row", { name: /COLLSCAN.*IXSCAN/ }).waitFor();
    await section.getByText("db.reviews.createIndex({ book: 1, created_at: -1 })").waitFor();
    assert.deepEqual(await violations(page), []);

    // The index was created, so the next run uses it and needs no advice on that query.
    const said = await person.try("db.reviews.getIndexes().map(({ name }) => name)");
    assert.match(said, /book_1_created_at_-1/);
    await person.try("db.reviews.find({ book: 7 }).sort({ created_at: -1 }).limit(5).toArray()");
    await person.tab("Plan");
    await page.locator(".stage", { hasText: "IXSCAN" }).first().waitFor();
    await page.locator(".picture").waitFor({ state: "attached" });
    assert.equal(await page.getByRole("button", { name: "Try it" }).count(), 0);
  },
};
