/** The exported script makes the same database again. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const CODE = `db.books.drop();
db.books.insertMany([{ _id: 1, title: "Ulysses", pages: NumberLong("730"), day: ISODate("1922-02-02") }, { _id: 2, title: 'The "Dead"' }]);
db.books.createIndex({ title: 1 }, { unique: true });
print(EJSON.stringify(db.books.find().sort({ _id: 1 }).toArray(), { relaxed: false }), EJSON.stringify(db.books.getIndexes()));`;

export const exported = {
  name: "export",
  async run(person) {
    await person.open("sandbox/");
    const before = await person.try(CODE);
    const download = person.page.waitForEvent("download");
    await person.page.getByRole("button", { name: "Export", exact: true }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), "sandbox.js");
    const text = await readFile(await file.path(), "utf8");
    assert.ok(text.endsWith(CODE) || text.includes(CODE), "the code is missing");

    // What stands before the code makes the data without it.
    const data = text.slice(0, text.indexOf(CODE));
    await person.page.reload();
    await person.ready();
    // The data may have been kept over the reload, or not yet.
    const after = await person.try(`db.dropDatabase();\n${data}\n${CODE.split("\n").at(-1)}`);
    const printed = (said) => said.split("\n").filter((line) => line.startsWith("[")).join("\n");
    assert.notEqual(printed(before), "");
    assert.equal(printed(after), printed(before));
  },
};
