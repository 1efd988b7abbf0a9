/** Files in chunks. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { freshShell, ready, run } from "./test_support.js";

before(ready);

const value = (source: string): unknown =>
  run(freshShell(), `const files = GridFS(db, { bucketName: 'photos', chunkSizeBytes: 4 });\n${source}`).value;
const text = (source: string): unknown => value(`String.fromCharCode(...(${source}))`);

test("stored bytes are read back unchanged, at every length around a chunk", () => {
  for (const content of ["", "a", "abc", "abcd", "abcde", "abcdefgh"]) {
    assert.equal(text(`files.open(files.put('x', ${JSON.stringify(content)}))`), content);
  }
});

test("chunks and file documents are laid out as the specification says", () => {
  const laid = value(
    "files.put('x', 'abcdef', { _id: 7, metadata: { by: 'me' } }); [db.photos.chunks.find({}, { _id: 0, data: 0 }).toArray(), db.photos.files.findOne(), db.photos.chunks.getIndexes().map(i => i.name)]",
  );
  assert.deepEqual(laid, [
    [
      { files_id: 7, n: 0 },
      { files_id: 7, n: 1 },
    ],
    {
      _id: 7,
      length: 6,
      chunkSize: 4,
      uploadDate: new Date("2012-10-15T12:00:00Z"),
      filename: "x",
      metadata: { by: "me" },
    },
    ["_id_", "files_id_1_n_1"],
  ]);
});

test("revisions, deletion, and incomplete files", () => {
  assert.equal(text("files.put('x', 'old'), sleep(1000), files.put('x', 'new'), files.openByName('x')"), "new");
  assert.equal(text("files.put('x', 'old'), sleep(1000), files.put('x', 'new'), files.openByName('x', 0)"), "old");
  assert.deepEqual(
    value(
      "files.put('x', 'abcdef', { _id: 1 }); files.delete(1); [db.photos.chunks.countDocuments(), files.find().toArray()]",
    ),
    [0, []],
  );
  assert.throws(() => value("files.open(5)"), /FileNotFound/);
  assert.throws(
    () => value("files.put('x', 'abcdef', { _id: 1 }); db.photos.chunks.deleteOne({ n: 0 }); files.open(1)"),
    /ChunkIsMissing/,
  );
});
