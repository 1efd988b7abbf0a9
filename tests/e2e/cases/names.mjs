/** The site's bundles are minified; classes and functions keep the names that scripts print. */
import assert from "node:assert/strict";

const SCRIPT = `db.books.insertOne({ _id: 1 });
print([db, db.books, db.books.find(), ObjectId(), UUID(), Promise.resolve(1)].map((value) => value.constructor.name).join(" "));
print([ISODate, NumberInt, print].map((fn) => fn.name).join(" "));
db.books.insertMany([{ _id: 1 }]);`;

export const names = {
  name: "names",
  async run(person) {
    await person.open("sandbox/");
    const output = await person.try(SCRIPT);
    assert.match(output, /Database Collection Cursor ObjectId UUID Promise/);
    assert.match(output, /ISODate NumberInt print/);
    assert.match(output, /MongoBulkWriteError/);
    const printed = await person.try(
      "try { db.books.insertMany([{ _id: 1 }, { _id: 1 }]) } catch (e) { print(e.writeErrors) }",
    );
    assert.match(printed, /WriteError \{/);
  },
};
