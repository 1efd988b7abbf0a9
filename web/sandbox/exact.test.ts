/** Import, the view, edits and exports preserve the bytes of documents of every type. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { toBase64 } from "../data/bytes.js";
import { canonical } from "../data/canonical.js";
import { documentOf } from "../data/read.js";
import { randomBson } from "../data/random_bson.js";
import { readRaw } from "../data/raw.js";
import { scriptOf } from "../data/script.js";
import { Engine, init } from "../shell/engine.js";
import { Random } from "../shell/random.js";
import { Shell } from "../shell/shell.js";
import { edit, page } from "./documents.js";
import { exported } from "./export.js";
import { importParts } from "./import.js";

before(() => init());

const exportScript = (...given: Parameters<typeof exported>): string => scriptOf(exported(...given));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const held = (engine: Engine, collection: string): string[] =>
  [...readRaw(engine, "test", { find: collection, sort: { _id: 1 } })].map(hex);

function part(collection: string, documents: readonly Uint8Array[], options = "", indexes: readonly string[] = []) {
  return {
    collection,
    documents: toBase64(Buffer.concat(documents)),
    options: options === "" ? "" : toBase64(documentOf(options)),
    indexes: toBase64(Buffer.concat(indexes.map(documentOf))),
  };
}

function generated(seed: number, count: number, all: boolean): Uint8Array[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, id) => randomBson(random, id, { all }));
}

test("imported documents are stored unchanged", () => {
  const engine = new Engine();
  const documents = generated(21, 1500, true);
  assert.equal(importParts(engine, [part("mine", documents)]), null);
  assert.deepEqual(held(engine, "mine"), documents.map(hex));
  // The view's extended JSON comes from the bytes.
  assert.deepEqual(
    page(engine, "test", "mine", 0, 1000).docs.map((text) => hex(documentOf(text))),
    documents.slice(0, 1000).map(hex),
  );
});

test("an edited document keeps its unchanged fields", () => {
  const engine = new Engine();
  const documents = generated(22, 200, true);
  importParts(engine, [part("mine", documents)]);
  const others = generated(23, 200, true);
  for (const [at, text] of page(engine, "test", "mine", 0, 200).docs.entries()) {
    const after = canonical(others[at] as Uint8Array);
    edit(engine, "test", "mine", toBase64(documentOf(text)), toBase64(documentOf(after)));
  }
  assert.deepEqual(held(engine, "mine"), others.map(hex));
  assert.throws(
    () => edit(engine, "test", "mine", toBase64(documents[0] as Uint8Array), toBase64(others[0] as Uint8Array)),
    /has changed in the meantime/,
  );
});

test("a document is found by an _id that JavaScript cannot represent", () => {
  const engine = new Engine();
  const [before, after] = [
    '{"_id":{"b":1,"1":{"$numberDouble":"2.0"}},"n":1}',
    '{"_id":{"b":1,"1":{"$numberDouble":"2.0"}},"n":5.0}',
  ].map(documentOf) as [Uint8Array, Uint8Array];
  importParts(engine, [part("mine", [before])]);
  edit(engine, "test", "mine", toBase64(before), toBase64(after));
  assert.deepEqual(held(engine, "mine"), [hex(after)]);
});

test("a document that extended JSON cannot write is not edited", () => {
  const engine = new Engine();
  new Shell(engine, { db: "test" }).evaluate('db.mine.insertOne({ _id: 1, id: { $oid: "507f1f77bcf86cd799439011" } })');
  const [text] = page(engine, "test", "mine", 0, 1).docs;
  const bytes = toBase64(documentOf(text ?? ""));
  assert.throws(() => edit(engine, "test", "mine", bytes, bytes), /Extended JSON cannot write all of this document/);
});

test("a failed import leaves the data unchanged", () => {
  const engine = new Engine();
  new Shell(engine, { db: "test" }).evaluate(
    "db.mine.insertOne({ _id: 7 }); db.mine.createIndex({ a: 1 }, { unique: true })",
  );
  const before = engine.dump();
  const documents = ['{"_id":1,"a":1}', '{"_id":2,"a":1}'].map(documentOf);
  const refused = importParts(engine, [part("new", documents), part("mine", documents)]);
  assert.deepEqual([refused?.part, refused?.at], [1, 1]);
  assert.match(refused?.message ?? "", /E11000 duplicate key/);
  assert.deepEqual(engine.dump(), before);
  assert.equal(importParts(engine, [part("new", [], '{"capped":true}')])?.at, -1);
  assert.equal(importParts(engine, [part("new", documents, "", ['{"key":{"a":1},"name":"a","unique":true}'])])?.at, -2);
  assert.throws(() => importParts(engine, [{ ...part("new", documents), documents: "AAAA" }]));
  assert.deepEqual(engine.dump(), before);
});

test("a dump is imported with its options and indexes, and documents without _id get one", () => {
  const engine = new Engine();
  const index = '{"v":2,"key":{"a":{"$numberDouble":"1.0"}},"name":"a_1"}';
  assert.equal(
    importParts(engine, [part("mine", [documentOf('{"a":5.0}')], '{"capped":true,"size":4096}', [index])]),
    null,
  );
  const shell = new Shell(engine, { db: "test" });
  assert.equal(shell.evaluate("db.mine.getIndexes().map((one) => one.name).join()").value, "_id_,a_1");
  assert.equal(
    shell.evaluate(
      "db.mine.isCapped() && db.mine.findOne()._id instanceof ObjectId && db.mine.countDocuments({ a: { $type: 'double' } })",
    ).value,
    1,
  );
});

test("the exported script reproduces the same bytes", () => {
  const engine = new Engine();
  const documents = generated(24, 1200, false);
  importParts(engine, [
    part("mine", documents, '{"validator":{"n":{"$gt":5.0}},"validationAction":"warn"}', [
      '{"key":{"a":1.0,"é":-1},"name":"both","sparse":true}',
    ]),
  ]);
  new Shell(engine, { db: "test" }).evaluate(
    "db.createView('seen', 'mine', [{ $match: { a: 5 } }]); db.getSiblingDB('other').more.insertOne({ _id: 1.5 })",
  );
  const script = exportScript(
    engine,
    null,
    "const limit = 5;\ndb.mine.drop();\nfunction all() {\n  return db.mine.find();\n}\ndb.mine.find({\n  a: 1,\n})\n",
  );
  const again = new Engine();
  const { error } = new Shell(again, { db: "test" }).evaluate(script);
  assert.equal(error, null);
  assert.deepEqual(held(again, "mine"), documents.map(hex));
  for (const [db, command] of [
    ["test", { listCollections: 1, filter: { name: { $ne: "system.views" } } }],
    ["test", { listIndexes: "mine" }],
    ["other", { find: "more" }],
  ] as const) {
    const plain = (of: Engine): string[] =>
      [...readRaw(of, db, command)].map((one) => canonical(one).replace(/"uuid":\{[^}]*\}\}/, "")).sort();
    assert.deepEqual(plain(again), plain(engine));
  }
  assert.match(script, /\/\/ db\.mine\.drop\(\);\nfunction all\(\)/);
  assert.match(script, /\n\/\/ db\.mine\.find\(\{\n\/\/ {3}a: 1,\n\/\/ \}\)/);
});

test("the script names values that mongosh cannot write", () => {
  const engine = new Engine();
  importParts(engine, [
    part(
      "mine",
      [
        '{"_id":1,"u":{"$undefined":true}}',
        '{"_id":2,"p":{"$dbPointer":{"$ref":"a.b","$id":{"$oid":"507f1f77bcf86cd799439011"}}}}',
        '{"_id":3}',
      ].map(documentOf),
    ),
  ]);
  const script = exportScript(engine, null, "");
  assert.match(
    script,
    /\/\/ Left out, as mongosh cannot write a value of the type undefined: \{"_id":\{"\$numberInt":"1"\}/,
  );
  assert.match(script, /\/\/ Left out, as mongosh cannot write a DBPointer/);
  const again = new Engine();
  assert.equal(new Shell(again, { db: "test" }).evaluate(script).error, null);
  assert.equal(held(again, "mine").length, 1);
});

test("before the first run, the script contains an exercise's rows and calls setup", () => {
  const rows = {
    books: [
      { _id: 1, price: 1.5, at: new Date(0) },
      { _id: 2, price: 5 },
    ],
  };
  const source = "function setup(db, rows) {\n  db.books.insertMany(rows.books);\n}\ndb.books.find()";
  const script = exportScript(new Engine(), rows, source);
  const engine = new Engine();
  const { error } = new Shell(engine, { db: "test" }).evaluate(script);
  assert.equal(error, null);
  assert.deepEqual([...readRaw(engine, "test", { find: "books" })].map(canonical), [
    '{"_id":{"$numberInt":"1"},"price":{"$numberDouble":"1.5"},"at":{"$date":{"$numberLong":"0"}}}',
    '{"_id":{"$numberInt":"2"},"price":{"$numberInt":"5"}}',
  ]);
});
