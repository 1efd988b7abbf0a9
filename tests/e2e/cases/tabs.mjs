/** The results of a run: output, documents, changes, costs, plans. */
import assert from "node:assert/strict";

const CODE = `db.books.drop();
db.books.insertMany([{ _id: 1, title: "Ulysses", year: 1922 }, { _id: 2, title: "Dubliners", year: 1914 }]);
db.books.createIndex({ year: 1 });
db.books.updateOne({ _id: 2 }, { $set: { title: "The Dead" }, $inc: { year: 1 } });
db.books.find({ year: { $gt: 1900 } }).toArray();
db.books.findOne({ year: 1922 })`;

export const tabs = {
  name: "tabs",
  async run(person) {
    await person.open("sandbox/");
    await person.try(CODE);
    await person.says(/title: 'Ulysses'/);
    const panel = person.page.locator("#results-panel");

    await person.tab("Documents");
    await panel.getByText("books").first().waitFor();
    await panel.getByText("The Dead").first().waitFor();

    await person.tab("Changes");
    await panel.getByText("inserted").first().waitFor();
    assert.match(await panel.innerText(), /line 2/);
    await panel.getByRole("button", { name: "Forward" }).click();
    await panel.getByRole("button", { name: "Forward" }).click();
    assert.match(await panel.innerText(), /Dubliners[\s\S]*The Dead/);

    await person.tab("Cost");
    assert.match(await panel.innerText(), /round trip/i);
    // A statement in a loop is one row, however often it ran.
    const before = await panel.locator("tbody tr").count();
    await person.write(`${await person.code()}\nfor (let i = 0; i < 30; i += 1) db.books.insertOne({ _id: 100 + i });`);
    await person.run();
    assert.equal(await panel.locator("tbody tr").count(), before + 1);
    await panel.getByText("×30").waitFor();

    await person.tab("Plan");
    const options = await panel.locator("option").allInnerTexts();
    assert.ok(
      options.some((option) => /IXSCAN/.test(option)),
      options.join("; "),
    );
  },
};
