/** Methods of databases, collections, cursors and bulk writes, through scripts. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Long, ObjectId, type Document } from "bson";
import type { Shell } from "./shell.js";
import { freshShell, ready, run } from "./test_support.js";

before(ready);

/** A shell with ten numbered documents in `n`. */
function numbered(): Shell {
  const shell = freshShell();
  run(shell, "for (let i = 0; i < 10; i++) db.n.insertOne({ _id: i, even: i % 2 === 0 })");
  return shell;
}
const value = (shell: Shell, source: string): unknown => run(shell, source).value;
function ids(shell: Shell, source: string): unknown[] {
  return (value(shell, `${source}.toArray()`) as Document[]).map((document) => document["_id"]);
}
function failure(shell: Shell, source: string): { name: string; message: string; code: unknown } {
  const { error } = shell.evaluate(source);
  assert.ok(error, `no error: ${source}`);
  return { name: error.name, message: error.message, code: error.code };
}

test("insertOne and insertMany make ids and return them", () => {
  const shell = freshShell();
  const one = value(shell, "const document = { a: 1 }; db.c.insertOne(document)") as Document;
  assert.equal(one["acknowledged"], true);
  assert.ok(one["insertedId"] instanceof ObjectId);
  assert.deepEqual(value(shell, "document._id"), one["insertedId"]);
  assert.deepEqual(value(shell, "db.c.insertMany([{ _id: 1 }, { _id: 2 }])"), {
    acknowledged: true,
    insertedIds: { 0: 1, 1: 2 },
  });
  assert.deepEqual(ids(shell, "db.c.find({ _id: null })"), []);
  assert.equal(value(shell, "db.c.insertOne({ _id: null }).insertedId instanceof ObjectId"), true);
});

test("a collection's plan cache is listed and cleared", () => {
  const shell = numbered();
  run(shell, "db.n.createIndex({ even: 1 }); db.n.createIndex({ even: 1, x: 1 })");
  run(shell, "for (let i = 0; i < 3; i++) db.n.find({ even: true, x: null }).toArray()");
  assert.equal((value(shell, "db.n.getPlanCache().list()") as Document[]).length, 1);
  run(shell, "db.n.getPlanCache().clearPlansByQuery({ even: true, x: null })");
  assert.deepEqual(value(shell, "db.n.getPlanCache().list([{ $project: { queryHash: 1 } }])"), []);
  run(shell, "db.n.getPlanCache().clear()");
  assert.equal(failure(shell, "db.n.getPlanCache().listQueryShapes()").name, "MongoshDeprecatedError");
});

test("a collection runs commands on itself", () => {
  const shell = numbered();
  assert.equal((value(shell, "db.n.runCommand('count', { query: { even: true } })") as Document)["n"], 5);
  assert.equal((value(shell, "db.n.runCommand({ count: 'n' })") as Document)["n"], 10);
});

test("values are measured, hashed and written in hexadecimal", () => {
  const shell = freshShell();
  assert.equal(value(shell, "bsonsize({ a: 1 })"), 12);
  assert.equal(failure(shell, "bsonsize(1)").name, "MongoshInvalidInputError");
  assert.equal(value(shell, "BinData(0, 'AQL/').hex()"), "0102ff");
  assert.equal(value(shell, "BinData(4, '').subtype()"), 4);
  assert.equal(value(shell, "Timestamp(5, 6).getTime() * 10 + Timestamp(5, 6).getInc()"), 56);
  assert.ok(value(shell, "convertShardKeyToHashed(1)") instanceof Long);
});

test("insertMany ordered stops at the first error, unordered continues", () => {
  const shell = freshShell();
  const ordered = shell.evaluate("db.c.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }])").error;
  assert.equal(ordered?.name, "MongoBulkWriteError");
  assert.equal(ordered?.code, 11000);
  assert.deepEqual(ids(shell, "db.c.find()"), [1]);
  const result = value(
    shell,
    "try { db.c.insertMany([{ _id: 1 }, { _id: 3 }, { _id: 1 }, { _id: 4 }], { ordered: false }) } catch (e) { [e.writeErrors.map(x => x.index), e.result.insertedCount, e.insertedIds, e.writeErrors[0].errmsg] }",
  );
  assert.deepEqual(result, [
    [0, 2],
    2,
    { 1: 3, 3: 4 },
    "E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1 }",
  ]);
});

test("more documents than one message holds are split", () => {
  const shell = freshShell();
  const { value: inserted, profile } = run(
    shell,
    "const text = 'x'.repeat(10e6); Object.keys(db.c.insertMany([1, 2, 3, 4, 5, 6].map(_id => ({ _id, text }))).insertedIds).length",
  );
  assert.equal(inserted, 6);
  assert.equal(profile.filter((entry) => entry["op"] === "insert").length, 2);
  assert.deepEqual(ids(shell, "db.c.find({}, { _id: 1 })"), [1, 2, 3, 4, 5, 6]);
});

test("find: filter, projection, sort, skip, limit, iteration", () => {
  const shell = numbered();
  assert.deepEqual(ids(shell, "db.n.find({ even: true })"), [0, 2, 4, 6, 8]);
  assert.deepEqual(ids(shell, "db.n.find().sort({ _id: -1 }).skip(1).limit(3)"), [8, 7, 6]);
  assert.deepEqual(value(shell, "db.n.find({}, { even: 0 }).limit(-2).toArray()"), [{ _id: 0 }, { _id: 1 }]);
  assert.deepEqual(value(shell, "db.n.findOne({ _id: 3 }, { _id: 0 })"), { even: false });
  assert.equal(value(shell, "db.n.findOne({ _id: 33 })"), null);
  assert.deepEqual(
    value(shell, "let seen = []; db.n.find({ _id: { $lt: 3 } }).forEach(d => { seen.push(d._id) }); seen"),
    [0, 1, 2],
  );
  assert.match(
    shell.evaluate("db.n.find().forEach(async d => { throw new Error(`at ${d._id}`) })").error?.message ?? "",
    /at 0/,
  );
  assert.deepEqual(
    value(shell, "db.n.find({ _id: { $lt: 3 } }).map(d => d._id * 2).map(x => x + 1).toArray()"),
    [1, 3, 5],
  );
  assert.deepEqual(
    value(shell, "const list = []; for (const d of db.n.find()) { if (d._id > 2) break; list.push(d._id) } list"),
    [0, 1, 2],
  );
  assert.deepEqual(
    value(shell, "const c = db.n.find({ _id: 1 }); [c.hasNext(), c.next()._id, c.hasNext(), c.next(), c.tryNext()]"),
    [true, 1, false, null, null],
  );
  assert.equal(value(shell, "db.n.find({ even: true }).itcount()"), 5);
  assert.deepEqual(
    value(shell, "[[], [true], [false]].map((given) => db.n.find({ even: true }).skip(1).limit(2).count(...given))"),
    [2, 2, 2],
  );
  assert.equal(value(shell, "db.n.find({ even: true }).limit(2).size()"), 2);
  assert.equal(
    failure(shell, "const d = db.n.find(); d.next(); d.sort({ a: 1 })").message,
    "Cursor is already initialized",
  );
});

test("cursors fetch in batches", () => {
  const shell = numbered();
  const roundTrips = run(shell, "db.n.aggregate([], { batchSize: 4 }).toArray()").profile.length;
  const { profile } = run(shell, "db.n.find().batchSize(4).toArray()");
  assert.equal(roundTrips, profile.length);
  assert.deepEqual(
    profile.map((entry) => entry["op"]),
    ["query", "getmore", "getmore"],
  );
  assert.equal(value(shell, "const open = db.n.find().batchSize(2); open.next(); open.objsLeftInBatch()"), 1);
  assert.equal(value(shell, "open.close(); open.isClosed()"), true);
});

test("a lone word is a command, unless a variable has its name", () => {
  const shell = freshShell();
  assert.equal(run(shell, "cls").printed, "");
  for (const word of ["exit", "quit", "quit()", "exit(1)"]) {
    const { output, error } = shell.evaluate(`print(1)\n${word}\nprint(2)`);
    assert.deepEqual([output.map(({ text }) => text), error], [["1"], null], word);
  }
  assert.equal(run(shell, "var exit = 3; exit").printed, "3");
});

test("a printed cursor shows 20 documents, `it` the next 20", () => {
  const shell = freshShell();
  run(shell, "db.c.insertMany(Array.from({ length: 45 }, (_, i) => ({ _id: i })))");
  assert.match(run(shell, "db.c.find()").printed, /_id: 19 }\n\]\nType "it" for more$/);
  assert.match(run(shell, "it").printed, /_id: 20 .*_id: 39 }\n\]\nType "it" for more$/s);
  assert.match(run(shell, "it").printed, /^\[.*_id: 44 }.*\]$/s);
  assert.equal(run(shell, "it").printed, "no cursor");
  assert.equal(run(shell, "db.c.find({ _id: -1 })").printed, "");
  assert.match(
    run(shell, "DBQuery.shellBatchSize = 2; db.c.find()").printed,
    /^\[ \{ _id: 0 \}, \{ _id: 1 \} \]\nType/,
  );
});

test("updates: results as mongosh shows them", () => {
  const shell = numbered();
  assert.equal(
    run(shell, "db.n.updateOne({ _id: 1 }, { $set: { a: 1 } })").printed,
    "{\n  acknowledged: true,\n  insertedId: null,\n  matchedCount: 1,\n  modifiedCount: 1,\n  upsertedCount: 0\n}",
  );
  assert.deepEqual(
    value(shell, "const many = db.n.updateMany({}, { $inc: { n: 1 } }); [many.matchedCount, many.modifiedCount]"),
    [10, 10],
  );
  assert.deepEqual(
    value(
      shell,
      "const up = db.n.updateOne({ _id: 77 }, { $set: { a: 2 } }, { upsert: true }); [up.matchedCount, up.upsertedCount, up.insertedId]",
    ),
    [0, 1, 77],
  );
  assert.deepEqual(value(shell, "db.n.replaceOne({ _id: 2 }, { b: 1 }); db.n.findOne({ _id: 2 })"), { _id: 2, b: 1 });
  assert.equal(failure(shell, "db.n.updateOne({}, { a: 1 })").message, "Update document requires atomic operators");
  assert.equal(
    failure(shell, "db.n.replaceOne({}, { $set: { a: 1 } })").message,
    "Replacement document must not contain atomic operators",
  );
  assert.equal(failure(shell, "db.n.updateOne({})").message, "Document must be a valid JavaScript object");
});

test("deletes", () => {
  const shell = numbered();
  assert.deepEqual(value(shell, "db.n.deleteOne({ even: true })"), { acknowledged: true, deletedCount: 1 });
  assert.deepEqual(value(shell, "db.n.deleteMany({ even: true })"), { acknowledged: true, deletedCount: 4 });
  assert.deepEqual(value(shell, "db.n.deleteMany({ even: true }, { writeConcern: { w: 0 } }).acknowledged"), false);
});

test("findAndModify and its modern forms", () => {
  const shell = numbered();
  assert.deepEqual(value(shell, "db.n.findOneAndUpdate({ _id: 1 }, { $set: { a: 1 } })"), { _id: 1, even: false });
  assert.deepEqual(
    value(
      shell,
      "db.n.findOneAndUpdate({ _id: 1 }, { $set: { a: 2 } }, { returnDocument: 'after', projection: { a: 1 } })",
    ),
    { _id: 1, a: 2 },
  );
  assert.deepEqual(value(shell, "db.n.findOneAndUpdate({ _id: 99 }, { $set: { a: 2 } })"), null);
  assert.deepEqual(value(shell, "db.n.findOneAndReplace({ _id: 1 }, { b: 1 }, { returnNewDocument: true })"), {
    _id: 1,
    b: 1,
  });
  assert.deepEqual(
    value(
      shell,
      "db.n.findOneAndUpdate({ _id: 2 }, { $set: { x: 1 } }, { returnDocument: 'before', returnNewDocument: true })",
    ),
    { _id: 2, even: true },
  );
  assert.deepEqual(value(shell, "db.n.findOneAndDelete({}, { sort: { _id: -1 } })"), { _id: 9, even: false });
  assert.deepEqual(
    value(shell, "db.n.findAndModify({ query: { _id: 5 }, update: { $set: { c: 1 } }, new: true, fields: { c: 1 } })"),
    { _id: 5, c: 1 },
  );
  assert.deepEqual(value(shell, "db.n.findAndModify({ query: { _id: 5 }, remove: true })"), {
    _id: 5,
    even: false,
    c: 1,
  });
  assert.match(
    failure(shell, "db.n.findAndModify({ query: {} })").message,
    /Must specify options.update or options.remove/,
  );
});

test("bulkWrite groups, counts and reports errors by their index", () => {
  const shell = freshShell();
  const source =
    "db.c.bulkWrite([{ insertOne: { document: { _id: 1 } } }, { insertOne: { document: { _id: 2 } } }, { updateOne: { filter: { _id: 1 }, update: { $set: { a: 1 } } } }, { updateMany: { filter: {}, update: { $inc: { n: 1 } } } }, { replaceOne: { filter: { _id: 3 }, replacement: { r: 1 }, upsert: true } }, { deleteOne: { filter: { _id: 2 } } }])";
  const { value: result, profile } = run(shell, source);
  assert.deepEqual(
    { ...(result as object) },
    {
      acknowledged: true,
      insertedCount: 2,
      insertedIds: { 0: 1, 1: 2 },
      matchedCount: 3,
      modifiedCount: 3,
      deletedCount: 1,
      upsertedCount: 1,
      upsertedIds: { 4: 3 },
    },
  );
  assert.deepEqual(profile.length, profile.filter((entry) => entry["ns"] === "test.c").length);
  const caught = value(
    shell,
    "try { db.c.bulkWrite([{ deleteOne: { filter: { _id: 3 } } }, { insertOne: { document: { _id: 1 } } }, { insertOne: { document: { _id: 9 } } }]) } catch (e) { [e.name, e.code, e.writeErrors[0].index, e.result.deletedCount, e.result.insertedCount] }",
  );
  assert.deepEqual(caught, ["MongoBulkWriteError", 11000, 1, 1, 0]);
  assert.match(failure(shell, "db.c.bulkWrite([{ nonsense: {} }])").message, /^bulkWrite only supports insertOne/);
  assert.equal(failure(shell, "db.c.bulkWrite([])").name, "MongoInvalidArgumentError");
});

test("the older bulk builders", () => {
  const shell = freshShell();
  const result = value(
    shell,
    "const b = db.c.initializeUnorderedBulkOp(); b.insert({ _id: 1 }); b.find({ _id: 1 }).updateOne({ $set: { a: 1 } }); b.find({ _id: 5 }).upsert().replaceOne({ x: 1 }); const r = b.execute(); [r.insertedCount, r.modifiedCount, r.upsertedCount]",
  );
  assert.deepEqual(result, [1, 1, 1]);
  assert.equal(
    failure(shell, "b.execute()").message,
    "This batch has already been executed, create new batch to execute",
  );
});

test("legacy methods work and name their modern form", () => {
  const shell = freshShell();
  const cases: [string, RegExp][] = [
    ["db.c.insert([{ _id: 1, a: 1 }, { _id: 2, a: 1 }])", /insert\(\).*insertOne, insertMany/],
    ["db.c.update({ a: 1 }, { $set: { b: 1 } }, { multi: true })", /update\(\).*updateOne, updateMany/],
    ["db.c.save({ _id: 3 })", /save\(\).*replaceOne/],
    ["db.c.remove({ _id: 1 })", /remove\(\).*deleteOne, deleteMany/],
    ["db.c.count({ b: 1 })", /count\(\).*countDocuments/],
  ];
  const results = cases.map(([source, note]) => {
    const { value: result, output } = run(shell, source);
    assert.match(output.find((item) => item.kind === "note")?.text ?? "", note);
    return result;
  });
  assert.equal((results[1] as Document)["modifiedCount"], 2);
  assert.equal(results[4], 1);
  assert.deepEqual(value(shell, "db.c.ensureIndex({ a: 1 })"), ["a_1"]);
  assert.deepEqual(ids(shell, "db.c.find()"), [2, 3]);
});

test("aggregate, count, distinct", () => {
  const shell = numbered();
  assert.deepEqual(
    value(
      shell,
      "db.n.aggregate([{ $match: { even: true } }, { $group: { _id: null, sum: { $sum: '$_id' } } }]).toArray()",
    ),
    [{ _id: null, sum: 20 }],
  );
  assert.deepEqual(value(shell, "db.n.aggregate({ $match: { _id: 1 } }, { $project: { _id: 1 } }).next()"), { _id: 1 });
  assert.equal(value(shell, "db.n.countDocuments({ even: true }, { limit: 3 })"), 3);
  assert.equal(value(shell, "db.n.countDocuments({ _id: 100 })"), 0);
  assert.equal(value(shell, "db.n.estimatedDocumentCount()"), 10);
  assert.deepEqual(value(shell, "db.n.distinct('even')"), [true, false]);
  assert.deepEqual(
    value(shell, "db.n.aggregate([{ $match: { even: true } }, { $out: 'evens' }]); db.evens.countDocuments()"),
    5,
  );
});

test("indexes", () => {
  const shell = numbered();
  assert.equal(value(shell, "db.n.createIndex({ even: 1, _id: -1 }, { unique: true })"), "even_1__id_-1");
  assert.deepEqual(value(shell, "db.n.createIndexes([{ a: 1 }, { b: 'hashed' }])"), ["a_1", "b_hashed"]);
  assert.deepEqual(value(shell, "db.n.getIndexes().map(index => index.name)"), [
    "_id_",
    "even_1__id_-1",
    "a_1",
    "b_hashed",
  ]);
  assert.equal((value(shell, "db.n.dropIndex('a_1')") as Document)["ok"], 1);
  run(shell, "db.n.dropIndexes()");
  assert.deepEqual(value(shell, "db.n.getIndexKeys()"), [{ _id: 1 }]);
  assert.equal(failure(shell, "db.n.dropIndex('missing')").code, 27);
  assert.equal(failure(shell, "db.n.createIndex({ even: 1 }, { unique: true })").code, 11000);
});

test("explain everywhere", () => {
  const shell = numbered();
  const stage = (source: string): unknown => JSON.stringify(value(shell, source)).match(/"stage":"(\w+)"/)?.[1];
  assert.ok(stage("db.n.find({ even: true }).explain()"));
  assert.ok(stage("db.n.explain().find({ _id: 1 }).finish()"));
  assert.ok(stage("db.n.explain('executionStats').aggregate([{ $match: { even: true } }])"));
  assert.ok(stage("db.n.explain().count({ even: true })"));
  assert.ok(stage("db.n.explain().updateOne({ even: true }, { $set: { a: 1 } })"));
  assert.ok(stage("db.n.explain().deleteMany({ even: true })"));
  assert.match(run(shell, "db.n.explain().find({ even: true })").printed, /winningPlan/);
  assert.ok(stage("db.n.find({ even: true }, {}, { explain: true }).next()"));
  assert.ok(stage("db.n.findOne({ even: true }, {}, { explain: 'executionStats' })"));
  assert.equal((value(shell, "db.n.find({}, {}, { explain: 'queryPlanner' }).toArray()") as Document[]).length, 1);
  assert.equal(value(shell, "db.n.countDocuments({ a: 1 })"), 0);
});

test("databases and collections by name", () => {
  const shell = numbered();
  assert.equal(run(shell, "db").printed, "test");
  assert.equal(run(shell, "db.n").printed, "test.n");
  assert.equal(run(shell, "db.a.b.c").printed, "test.a.b.c");
  assert.equal(run(shell, "db['odd name']").printed, "test.odd name");
  assert.equal(run(shell, "db.getCollection('x-y').getFullName()").printed, "test.x-y");
  assert.equal(run(shell, "db.getSiblingDB('other').n.getFullName()").printed, "other.n");
  assert.deepEqual(value(shell, "db.getCollectionNames()"), ["n"]);
  assert.equal(value(shell, "db.n.renameCollection('m'); db.m.countDocuments()"), 10);
  assert.equal(value(shell, "db.m.drop()"), true);
  assert.deepEqual(value(shell, "db.createCollection('made'); db.getCollectionNames()"), ["made"]);
  assert.deepEqual(value(shell, "db.dropDatabase()"), { ok: 1, dropped: "test" });
  assert.equal(failure(shell, "use a.b").message, "[COMMON-10001] Invalid database name: a.b");
  assert.match(failure(shell, "db.getCollection('')").message, /Invalid collection name/);
  assert.equal(failure(shell, "db.getCollection('a$b')").message, "[COMMON-10001] Invalid collection name: a$b");
  assert.equal(value(shell, "db.getSiblingDB('$external').getName()"), "$external");
});

test("lists longer than a batch are complete", () => {
  const shell = freshShell();
  run(shell, "for (let i = 0; i < 230; i++) db.createCollection('c' + i)");
  assert.equal((value(shell, "db.getCollectionNames()") as string[]).length, 230);
});

test("unsupported methods are refused by name", () => {
  const shell = freshShell();
  for (const [source, name] of [
    ["sh.startAutoMerger()", "sh.startAutoMerger()"],
    ["rs.secondaryOk()", "rs.secondaryOk()"],
    ["load('x.js')", "load()"],
  ] as const) {
    const error = failure(shell, source);
    assert.equal(error.name, "MongoshUnimplementedError");
    assert.ok(error.message.startsWith(name), error.message);
  }
  assert.match(failure(shell, "show nonsense").message, /'nonsense' is not a valid argument for "show"/);
  const { output } = run(shell, "db.c.updateOne({}, { $set: { a: 1 } }, { upsrt: true })");
  assert.match(output[0]?.text ?? "", /"upsrt" is unknown/);
});

test("BSON types with and without new", () => {
  const shell = freshShell();
  for (const source of [
    "ObjectId('507f1f77bcf86cd799439011')",
    "ISODate('2012-10-15T12:00:00.000Z')",
    "Long('5')",
    "Int32(5)",
    "Double(2.5)",
    "Decimal128('1.50')",
    "Timestamp({ t: 1, i: 2 })",
    "UUID('00112233-4455-6677-8899-aabbccddeeff')",
    "MinKey()",
    "MaxKey()",
    "Code('f')",
    "DBRef('c', 1)",
    "BSONRegExp('a', 'i')",
    "BSONSymbol('s')",
  ]) {
    assert.equal(run(shell, source).printed, source);
    if (!source.startsWith("ISODate")) assert.equal(run(shell, `new ${source}`).printed, source);
  }
  assert.deepEqual(
    value(
      shell,
      "[NumberInt('7') instanceof Int32, NumberLong(7) instanceof Long, NumberDecimal('1') instanceof Decimal128, ObjectId() instanceof ObjectId]",
    ),
    [true, true, true, true],
  );
  assert.deepEqual(value(shell, "NumberLong('9223372036854775807')"), Long.MAX_VALUE);
  assert.equal(run(shell, "BinData(0, 'AQI=')").printed, "Binary.createFromBase64('AQI=', 0)");
  assert.equal(run(shell, "HexData(0, '0102')").printed, "Binary.createFromBase64('AQI=', 0)");
  assert.equal(run(shell, "Timestamp(1, 2)").printed, "Timestamp({ t: 1, i: 2 })");
  assert.equal(
    run(shell, "EJSON.stringify({ a: Long('5') }, { relaxed: false })").printed,
    '{"a":{"$numberLong":"5"}}',
  );
  assert.equal(
    run(shell, "db.c.insertOne({ _id: 1, l: Long('5'), i: NumberInt(5), d: 5.5 }); db.c.findOne()").printed,
    "{ _id: 1, l: Long('5'), i: 5, d: 5.5 }",
  );
});

test("ISODate reads dates as UTC unless the text has a zone", () => {
  const shell = freshShell();
  for (const [source, expected] of [
    ["2011-07-25", "2011-07-25T00:00:00.000Z"],
    ["20110725T1030", "2011-07-25T10:30:00.000Z"],
    ["2011-07-25T10:30:15.5", "2011-07-25T10:30:15.500Z"],
    ["2011-07-25 10:30:00+02:00", "2011-07-25T08:30:00.000Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["2011-02-30", "2011-03-02T00:00:00.000Z"],
  ]) {
    assert.equal(run(shell, `ISODate("${source}")`).printed, `ISODate('${expected}')`);
  }
  for (const bad of ["2011-13-01", "2011-02-32", "yesterday", "2011-07-25T25:00"]) {
    assert.match(failure(shell, `ISODate("${bad}")`).message, /is not a valid ISODate/);
  }
});

test("help lists the methods", () => {
  const shell = freshShell();
  for (const source of ["help", "help()", "db.help()", "db.c.help()"])
    assert.match(run(shell, source).printed, /\n {2}\w+/);
});

test("scripts do not reach the shell's own parts", () => {
  const shell = numbered();
  assert.deepEqual(value(shell, "[db._context, db._mongo, db.n._context, db.n._database]"), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const source of ["arguments", "eval('arguments')", "var arguments; arguments", "'use strict'; arguments"])
    assert.equal(run(freshShell(), source).printed, "[Arguments] {}", source);
  assert.equal(value(shell, "(function () { return arguments.length })(1, 2)"), 2);
  assert.deepEqual(value(shell, "[db, db.n].flatMap(x => Reflect.ownKeys(x))"), []);
  assert.deepEqual(
    value(
      shell,
      "[db, db.n, db.n.find()].map(x => JSON.stringify(Object.getOwnPropertyDescriptors(x)).includes('engine'))",
    ),
    [false, false, false],
  );
});

test("commands that a standalone server refuses fail with the server's text", () => {
  const shell = freshShell();
  const refusals = [
    ["rs.status()", "not running with --replSet", 76],
    ["rs.conf()", "not running with --replSet", 76],
    ["rs.initiate()", "This node was not started with replication enabled.", 76],
    ["db.fsyncUnlock()", "fsyncUnlock called when not locked", 20],
  ] as const;
  for (const [source, message, code] of refusals)
    assert.deepEqual(failure(shell, source), { name: "MongoServerError", message, code });
  const searches = [
    "getSearchIndexes()",
    "createSearchIndex('x', { mappings: {} })",
    "createSearchIndexes([])",
    "updateSearchIndex('x', {})",
    "dropSearchIndex('x')",
  ];
  for (const search of searches) assert.equal(failure(shell, `db.c.${search}`).code, 31082);
});

test("the option bsonRegExp returns regular expressions as stored", () => {
  const shell = freshShell();
  run(shell, "db.c.insertMany([{ _id: 1, r: /a\\/b/i }, { _id: 2, r: BSONRegExp('x', 'm') }])");
  assert.deepEqual(
    value(
      shell,
      "db.c.find({}, {}, { bsonRegExp: true }).batchSize(1).toArray().map(({ r }) => [r.pattern, r.options])",
    ),
    [
      ["a\\/b", "i"],
      ["x", "m"],
    ],
  );
  assert.equal(value(shell, "db.c.findOne({}, {}, { bsonRegExp: true }).r instanceof BSONRegExp"), true);
  assert.equal(value(shell, "db.c.findOne().r instanceof RegExp"), true);
});

test("roles are created, changed and dropped", () => {
  const shell = freshShell();
  assert.deepEqual(value(shell, "db.getRoles()"), { roles: [], ok: 1 });
  assert.equal(value(shell, "db.getRole('lender')"), null);
  run(
    shell,
    "db.createRole({ role: 'lender', privileges: [{ resource: { db: 'test', collection: 'loans' }, actions: ['insert', 'find'] }], roles: ['read'] })",
  );
  const lender = {
    _id: "test.lender",
    role: "lender",
    db: "test",
    roles: [{ role: "read", db: "test" }],
    inheritedRoles: [{ role: "read", db: "test" }],
    isBuiltin: false,
  };
  assert.deepEqual(value(shell, "db.getRole('lender')"), lender);
  run(
    shell,
    "db.revokeRolesFromRole('lender', ['read']); db.grantPrivilegesToRole('lender', [{ resource: { db: 'test', collection: 'loans' }, actions: ['remove'] }])",
  );
  assert.deepEqual(value(shell, "db.getRole('lender', { showPrivileges: true }).privileges"), [
    { resource: { db: "test", collection: "loans" }, actions: ["find", "insert", "remove"] },
  ]);
  assert.equal(
    failure(shell, "db.createRole({ role: 'x', roles: [] })").message,
    '[COMMON-10001] Missing required property: "privileges"',
  );
  run(shell, "db.createUser({ user: 'ada', pwd: 'x', roles: ['lender'] }); db.dropRole('lender')");
  assert.deepEqual(value(shell, "db.getUser('ada').roles"), []);
  assert.deepEqual(value(shell, "db.dropAllRoles()"), { n: 0, ok: 1 });
});

test("users are created, changed and dropped", () => {
  const shell = freshShell();
  assert.deepEqual(value(shell, "db.getUsers()"), { users: [], ok: 1 });
  assert.equal(value(shell, "db.getUser('ann')"), null);
  assert.deepEqual(value(shell, "db.createUser({ user: 'ann', pwd: 'x', roles: ['read'] })"), { ok: 1 });
  assert.deepEqual(value(shell, "db.grantRolesToUser('ann', ['dbAdmin'])"), { ok: 1 });
  assert.deepEqual(value(shell, "db.revokeRolesFromUser('ann', ['read'])"), { ok: 1 });
  assert.deepEqual(value(shell, "db.changeUserPassword('ann', 'y')"), { ok: 1 });
  assert.deepEqual(value(shell, "db.updateUser('ann', { customData: { a: 1 } })"), { ok: 1 });
  assert.deepEqual(value(shell, "const ann = db.getUser('ann'); [ann._id, ann.customData, ann.roles]"), [
    "test.ann",
    { a: 1 },
    [{ role: "dbAdmin", db: "test" }],
  ]);
  assert.equal(
    failure(shell, "db.createUser({ user: 'ann', pwd: 'x', roles: [] })").message,
    'User "ann@test" already exists',
  );
  assert.equal(
    failure(shell, "db.createUser({ user: 'bob' })").message,
    '[COMMON-10001] Missing required property: "roles"',
  );
  assert.deepEqual(value(shell, "db.dropUser('ann')"), { ok: 1 });
  assert.equal(failure(shell, "db.dropUser('ann')").message, "User 'ann@test' not found");
  assert.deepEqual(value(shell, "db.dropAllUsers()"), { n: 0, ok: 1 });
  assert.deepEqual(value(shell, "db.logout()"), { ok: 1 });
});
