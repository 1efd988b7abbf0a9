/** Compares mongosh, connected to our server, with our shell: each statement prints the same, byte for byte. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { Engine, init, Shell } from "../../dist/pkg/index.js";
import { startServer } from "../../dist/pkg/server.js";

const mongosh = createRequire(import.meta.url).resolve("mongosh/bin/mongosh.js");

/** Statements that run in order, each an expression whose value is printed. */
const STATEMENTS = [
  "db.books.insertOne({ _id: 1, title: 'Emma', pages: 474, tags: ['a', 'b'], isbn: Long('978') })",
  "db.books.insertMany([{ _id: 2, title: 'Cane' }, { _id: 3, title: 'Ulysses', pages: 730, born: ISODate('1922-02-02') }])",
  "db.books.find({ pages: { $gt: 300 } }).sort({ _id: -1 }).toArray()",
  "db.books.findOne({ _id: 3 }, { title: 1, _id: 0 })",
  "db.books.updateOne({ _id: 2 }, { $set: { pages: Int32(112), price: Decimal128('9.90') } })",
  "db.books.updateMany({}, { $inc: { read: 1 } })",
  "db.books.updateOne({ _id: 9 }, { $set: { title: 'New' } }, { upsert: true })",
  "db.books.replaceOne({ _id: 9 }, { title: 'Newer' })",
  "db.books.find().toArray()",
  "db.books.createIndex({ title: 1 })",
  "db.books.createIndex({ pages: -1, title: 1 }, { sparse: true })",
  "db.books.getIndexes()",
  "db.books.aggregate([{ $group: { _id: null, pages: { $sum: '$pages' }, n: { $count: {} } } }]).toArray()",
  "db.books.distinct('title')",
  "db.books.countDocuments({ read: 1 })",
  "db.books.findOneAndUpdate({ _id: 1 }, { $push: { tags: 'c' } }, { returnDocument: 'after' })",
  "db.books.bulkWrite([{ insertOne: { document: { _id: 20 } } }, { deleteOne: { filter: { _id: 20 } } }])",
  "db.books.deleteMany({ pages: { $exists: false } })",
  "db.getCollectionNames()",
  "db.runCommand({ ping: 1 }).ok",
  "EJSON.stringify(db.books.findOne({ _id: 2 }))",
  "(() => { try { db.books.insertOne({ _id: 1 }) } catch (error) { return error.message } })()",
  "(() => { try { db.books.find({ $bogus: 1 }).toArray() } catch (error) { return error.codeName } })()",
  "(() => { const s = db.getMongo().startSession(); s.startTransaction(); s.getDatabase(db.getName()).books.insertOne({ _id: 30 }); s.abortTransaction(); s.endSession(); return db.books.countDocuments({ _id: 30 }) })()",
  "db.books.drop()",
];

/** A line that no value prints, which separates the outputs of statements. */
const MARK = "=====";

let folder;
let server;

before(async () => {
  await init();
  server = await startServer({ replicaSet: true });
  folder = mkdtempSync(join(tmpdir(), "schema-dojo-mongosh-"));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("mongosh over the server prints what our shell prints", async () => {
  const script = STATEMENTS.map((statement) => `print(${statement});\nprint("${MARK}");`).join("\n");
  const file = join(folder, "script.js");
  writeFileSync(file, script);
  const environment = { ...process.env, HOME: folder, NO_COLOR: "1" };
  const run = promisify(execFile);
  const { stdout } = await run(
    process.execPath,
    [mongosh, "--quiet", "--norc", server.uri.replace("/?", "/test?"), file],
    { env: environment, timeout: 60_000 },
  );
  const theirs = stdout.split(`${MARK}\n`);
  const shell = new Shell(new Engine(), { db: "test" });
  STATEMENTS.forEach((statement, at) => {
    const { output, error } = shell.evaluate(`print(${statement})`);
    assert.equal(error, null, statement);
    const ours = output.map(({ text }) => `${text}\n`).join("");
    assert.equal(ours, theirs[at], statement);
  });
});
