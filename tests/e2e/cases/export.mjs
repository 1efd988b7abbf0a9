/** The exported script recreates the same database; before the first run it does what the run would. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const PRINT =
  "print(EJSON.stringify(db.books.find().sort({ _id: 1 }).toArray(), { relaxed: false }), EJSON.stringify(db.books.getIndexes()), db.books.countDocuments({ price: { $type: 'double' } }));";
const CODE = `db.books.drop();
db.books.insertMany([{ _id: 1, title: "Ulysses", pages: NumberLong("730"), price: Double(5), day: ISODate("1922-02-02") }, { _id: 2, title: 'The "Dead"' }]);
db.books.createIndex({ title: 1 }, { unique: true });
function longest() {
  return db.books.find().sort({ pages: -1 });
}
${PRINT}`;

async function exportOf(person, name) {
  const download = person.page.waitForEvent("download");
  await person.page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), name);
  return readFile(await file.path(), "utf8");
}

const printed = (said) =>
  said
    .split("\n")
    .filter((line) => line.startsWith("["))
    .join("\n");

export const exported = {
  name: "export",
  async run(person) {
    await person.open("sandbox/");
    const before = await person.try(CODE);
    const text = await exportOf(person, "sandbox.js");
    // The code's effects are in the data; its functions are defined for calling.
    assert.ok(text.includes("// db.books.drop();") && text.includes("\nfunction longest() {"), text);
    await person.page.reload();
    await person.ready();
    // The data may or may not have been stored before the reload.
    const after = await person.try(`db.dropDatabase();\n${text}\nlongest().toArray();\n${PRINT}`);
    assert.notEqual(printed(before), "");
    assert.equal(printed(after), printed(before));
    assert.match(printed(after), / 1$/);

    // Before a run there is no data, but there are rows and code.
    const { designs } = await person.bundle("reviews");
    await person.open("exercise/reviews/");
    await person.write(designs[0].source);
    const script = await exportOf(person, "reviews.js");
    assert.match(script, /\nconst rows = EJSON\.parse\(/);
    assert.match(script, /setup\(db, rows\);/);
    await person.run();
    const counts =
      "print(JSON.stringify(db.getCollectionNames().sort().map((name) => [name, db[name].countDocuments(), db[name].getIndexes().length])));";
    const ran = await person.try(`${designs[0].source}\n${counts}`);
    await person.open("sandbox/");
    assert.equal(printed(await person.try(`db.dropDatabase();\n${script}\n${counts}`)), printed(ran));
    assert.match(printed(ran), /reviews/);
  },
};
