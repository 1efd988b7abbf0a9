/** Dropped or selected files become collections with all types preserved; editing preserves unchanged fields. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";

import { BSON } from "../bson.mjs";

const BOOKS = Buffer.concat([
  BSON.serialize({ _id: new BSON.Int32(1), price: new BSON.Double(5), sold: BSON.Long.fromString("9007199254740993") }),
  BSON.serialize({ _id: new BSON.Int32(2), price: new BSON.Double(6.5), tags: ["a", new BSON.MaxKey()] }),
]);
const METADATA = JSON.stringify({
  options: {},
  indexes: [
    { v: 2, key: { _id: 1 }, name: "_id_" },
    { v: 2, key: { price: 1 }, name: "price_1", unique: true },
  ],
  collectionName: "books",
});

const END = Buffer.alloc(4, 0xff);
const NAMESPACE = { db: "library", collection: "shelves" };
const ARCHIVE = Buffer.concat([
  Buffer.from([0x6d, 0xe2, 0x99, 0x81]),
  BSON.serialize({ concurrent_collections: new BSON.Int32(4), version: "0.1" }),
  BSON.serialize({ ...NAMESPACE, metadata: METADATA, size: new BSON.Int32(0), type: "collection" }),
  END,
  BSON.serialize({ ...NAMESPACE, EOF: false, CRC: BSON.Long.fromNumber(0) }),
  BOOKS,
  END,
  BSON.serialize({ ...NAMESPACE, EOF: true, CRC: BSON.Long.fromNumber(7) }),
  END,
]);

/** Drops files on an element. */
async function drop(page, selector, files) {
  const transfer = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const [name, bytes] of files) transfer.items.add(new File([Uint8Array.from(bytes)], name));
      return transfer;
    },
    files.map(([name, bytes]) => [name, [...Buffer.from(bytes)]]),
  );
  await page.dispatchEvent(selector, "dragover", { dataTransfer: transfer });
  await page.dispatchEvent(selector, "drop", { dataTransfer: transfer });
}

export const bringIn = {
  name: "bring-in",
  async run(person) {
    const { page } = person;
    await person.open("sandbox/");
    const form = page.getByRole("form", { name: "Import" });
    const said = form.getByRole("status");
    const send = () => form.getByRole("button", { name: "Import" }).click();

    // A dump's files, dropped on the collapsed form.
    await drop(page, ".import-drop", [
      ["books.bson", BOOKS],
      ["books.metadata.json", METADATA],
    ]);
    assert.equal(await form.getByRole("list", { name: "Chosen" }).innerText(), "books.bson\nbooks.metadata.json");
    await send();
    await said.getByText("2 documents are in books, with 1 index.").waitFor();
    const types =
      "print(JSON.stringify([db.books.countDocuments({ price: { $type: 'double' } }), db.books.countDocuments({ sold: Long('9007199254740993') }), db.books.getIndexes()[1].unique]));";
    assert.match(await person.try(types), /\[2,1,true\]/);

    // Imported again: nothing of it is stored, nor of the files imported with it.
    const more = Buffer.from('[{ "_id": 9 }]');
    await form.getByLabel("File").setInputFiles([
      { name: "more.json", mimeType: "application/json", buffer: more },
      { name: "books.bson.gz", mimeType: "application/gzip", buffer: gzipSync(BOOKS) },
    ]);
    await send();
    await said
      .getByText(
        /^books\.bson\.gz, document 1 at byte 0: E11000 duplicate key error collection: test\.books index: _id_/,
      )
      .waitFor();
    assert.match(await person.try("print(db.getCollectionNames(), db.books.countDocuments())"), /\[ 'books' \] 2/);

    // A gzipped archive, which names its collection.
    await form
      .getByLabel("File")
      .setInputFiles([{ name: "dump.archive.gz", mimeType: "application/gzip", buffer: gzipSync(ARCHIVE) }]);
    await send();
    await said.getByText("2 documents are in shelves, with 1 index.").waitFor();
    assert.match(await person.try("print(db.shelves.countDocuments({ sold: { $type: 'long' } }))"), /1/);
    await person.try("db.shelves.drop()");
    await form
      .getByLabel("File")
      .setInputFiles([{ name: "cut.bson", mimeType: "", buffer: BOOKS.subarray(0, BOOKS.length - 4) }]);
    await send();
    await said.getByText(/^cut\.bson: document 2 at byte \d+: damaged or cut off/).waitFor();
    await form
      .getByLabel("File")
      .setInputFiles([
        { name: "wrong.jsonl", mimeType: "", buffer: Buffer.from('{"a":1}\n{"a":{"b":{"$numberLong":"x"}}}\n') },
      ]);
    await send();
    await said
      .getByText('wrong.jsonl: line 2: field "a.b": $numberLong needs an integer of 64 bits as a string')
      .waitFor();

    // An edit preserves the types of unchanged fields, and reports syntax errors.
    await person.tab("Documents");
    await page.getByRole("button", { name: /^books/ }).click();
    await page.getByRole("button", { name: "Edit document 1", exact: true }).click();
    const area = page.getByLabel("Document of books, as extended JSON");
    const text = await area.inputValue();
    await area.fill(text.replace('"5.0"', '"five"'));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText('field "price": $numberDouble needs a number as a string').waitFor();
    await area.fill(text.replace("}\n}", '},\n  "read": true\n}'));
    await page.getByRole("button", { name: "Save" }).click();
    await area.waitFor({ state: "detached" });
    assert.match(await person.try(`${types}\nprint(db.books.countDocuments({ read: true }))`), /\[2,1,true\]\n1/);
  },
};
