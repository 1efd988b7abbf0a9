/** What scripts print, as mongosh 2 prints it: each line is a script and all its output. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { COLLECTION_HELP, CURSOR_HELP, DATABASE_HELP } from "./help.js";
import { freshShell, prints, ready } from "./test_support.js";

before(ready);

test("printjson puts every entry on a line, at any depth; undefined prints as nothing", () => {
  prints(
    [
      "printjson({ a: 1, b: [1, 'x'], c: {}, d: [] })",
      "{\n  a: 1,\n  b: [\n    1,\n    'x'\n  ],\n  c: {},\n  d: []\n}",
    ],
    [
      "printjson({ a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } })",
      `{\n  a: {\n    b: {\n      c: {\n        d: {\n          e: {\n            f: {\n              g: {\n                h: 1\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}`,
    ],
    [
      "printjson('a\\nb'); printjson(5); printjson(null); printjson(new Date(0)); printjson(1, { a: 2 })",
      "a\nb\n5\nnull\nISODate('1970-01-01T00:00:00.000Z')\n1 {\n  a: 2\n}",
    ],
    [
      "print(1, undefined, [undefined]); console.log(undefined, 'x'); print(); console.log('%s', 1)",
      "1  [ undefined ]\n x\n\n%s 1",
    ],
  );
});

test("functions, boxed primitives and iterators print as such", () => {
  prints(
    ["({ b: function* () {}, c: class extends Map {} })", "{ b: [GeneratorFunction: b], c: [class c extends Map] }"],
    ["[new Number(5), new String('a'), new Boolean(true)]", "[ [Number: 5], [String: 'a'], [Boolean: true] ]"],
    ["(function* () { yield 1 })()", "Object [Generator] {}"],
  );
});

test("BSON types can be constructed with and without new", () => {
  prints(
    [
      "[new NumberInt(5), new NumberLong('5'), new NumberDecimal('5'), new ISODate('2020-01-01')]",
      "[\n  Int32(5),\n  Long('5'),\n  Decimal128('5'),\n  ISODate('2020-01-01T00:00:00.000Z')\n]",
    ],
    [
      "[new BinData(0, 'SGVsbG8='), new HexData(0, '48656c6c6f'), new MD5('0123456789abcdef0123456789abcdef')]",
      "[\n  Binary.createFromBase64('SGVsbG8=', 0),\n  Binary.createFromBase64('SGVsbG8=', 0),\n  MD5('0123456789abcdef0123456789abcdef')\n]",
    ],
    [
      "[NumberLong('5') instanceof NumberLong, NumberLong('1') instanceof Long, ObjectId().constructor.name]",
      "[ true, true, 'ObjectId' ]",
    ],
    [
      "[NumberInt('abc'), NumberInt('5.7'), NumberLong('5.5'), NumberLong('x')]",
      "[ Int32(0), Int32(5), Long('5'), Long('0') ]",
    ],
    [
      "[ISODate(5), ISODate(null)]",
      "[\n  ISODate('1970-01-01T00:00:00.005Z'),\n  ISODate('1970-01-01T00:00:00.000Z')\n]",
    ],
    [
      "NumberLong(5)",
      "Warning: NumberLong: specifying a number as argument is deprecated and may lead to loss of precision, pass a string instead\nLong('5')",
    ],
    [
      "BinData('a', 'b')",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type number, got string instead (BinData)",
    ],
    ["DBRef()", "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (DBRef)"],
    ["ISODate('x')", 'MongoshInvalidInputError: [COMMON-10001] "x" is not a valid ISODate'],
    ["Decimal128(1.5)", "BSONError: Decimal128 must take a Buffer or string"],
  );
});

test("a syntax error names the expected token, and shows the lines around it", () => {
  prints(
    [
      "db.c.find({ a: 1 b: 2 })",
      'SyntaxError: Unexpected token, expected "," (1:17)\n\n> 1 | db.c.find({ a: 1 b: 2 })\n    |                  ^\n  2 |',
    ],
    [
      "let a = 1\nhello world\nlet b",
      "SyntaxError: Missing semicolon. (2:5)\n\n  1 | let a = 1\n> 2 | hello world\n    |      ^\n  3 | let b\n  4 |",
    ],
    ["db.c.find(", "SyntaxError: Unexpected token (1:10)\n\n> 1 | db.c.find(\n    |           ^\n  2 |"],
    ["5 = 3", "SyntaxError: Invalid left-hand side in assignment expression. (1:0)\n\n> 1 | 5 = 3\n    | ^\n  2 |"],
    [
      "let x; let x",
      "SyntaxError: Identifier 'x' has already been declared. (1:11)\n\n> 1 | let x; let x\n    |            ^\n  2 |",
    ],
    ["const x", "SyntaxError: Missing initializer in const declaration. (1:7)\n\n> 1 | const x\n    |        ^\n  2 |"],
    [
      "for (const { a };;) {}",
      "SyntaxError: Missing initializer in destructuring declaration. (1:16)\n\n> 1 | for (const { a };;) {}\n    |                 ^\n  2 |",
    ],
    [
      "let [a]",
      "SyntaxError: Missing initializer in destructuring declaration. (1:7)\n\n> 1 | let [a]\n    |        ^\n  2 |",
    ],
    [
      "1 ?? 2 || 3",
      "SyntaxError: Nullish coalescing operator(??) requires parens when mixing with logical operators. (1:7)\n\n> 1 | 1 ?? 2 || 3\n    |        ^\n  2 |",
    ],
    ["'abc", "SyntaxError: Unterminated string constant. (1:0)\n\n> 1 | 'abc\n    | ^\n  2 |"],
    ["/(/", "SyntaxError: Invalid regular expression: /(/: Unterminated group (1:1)\n\n> 1 | /(/\n    |  ^\n  2 |"],
    ["/\\p{Script=Greek}/u.test('α')", "true"],
  );
});

test("help describes classes, methods and types", () => {
  const said = (source: string): string => freshShell().evaluate(source).printed;
  assert.match(said("help"), /^Shell Help:\n\n {2}use <db> +Switch to another database\n/);
  assert.match(
    said("db.help()"),
    /^Database Class:\n\n {2}getCollection\(name\) +A collection[^]*\n\n {2}changeUserPassword, [^]*serverCmdLineOpts/,
  );
  assert.match(
    said("db.c.help"),
    /^Collection Class:\n\n {2}find\(filter, projection, options\) +Documents that match\n[^]*\n\n[^]* ensureIndex, /,
  );
  assert.match(said("db.c.find().help()"), /^Cursor Class:\n\n {2}toArray\(\)/);
  assert.match(said("db.c.aggregate([]).help()"), /^Cursor Class:/);
  assert.equal(
    said("db.c.initializeOrderedBulkOp().help()"),
    "Bulk Class:\n\n  execute, find, getOperations, insert, toJSON",
  );
  assert.match(said("db.c.explain().help()"), /^Explainable Class:\n\n {2}aggregate, /);
  assert.match(said("rs.help()"), /^ReplicaSet Class:\n\n {2}add, addArb, /);
  assert.equal(
    said("db.collection.insertOne.help()"),
    "db.collection.insertOne(document, options):\n\nInsert a document\n\nFor more information on usage: https://www.mongodb.com/docs/manual/reference/method/db.collection.insertOne",
  );
  assert.equal(said("db.adminCommand.help"), said("db.adminCommand.help()"));
  assert.match(said("db.killOp.help"), /^db\.killOp\(opid\):/);
  assert.match(said("ObjectId.help()"), /^The ObjectId BSON Class:/);
  assert.equal(said("NumberInt.help()"), said("NumberInt(5).help()"));
});

test("all methods that help describes exist", () => {
  const shell = freshShell();
  for (const [object, text] of [
    ["db", DATABASE_HELP],
    ["db.c", COLLECTION_HELP],
    ["db.c.find()", CURSOR_HELP],
  ] as const) {
    for (const row of text.split("\n")) {
      const name = /^\w+/.exec(row)?.[0] ?? row;
      assert.equal(
        shell.evaluate(
          `typeof ${object}.${name} === "function" && !/^(test\\.)?${name}$/.test(String(${object}.${name}))`,
        ).value,
        true,
        row,
      );
    }
  }
});

test("declarations at the prompt may be repeated", () => {
  const shell = freshShell();
  const said = [
    "let a = 1; const b = 2; class C {}",
    "let a = 3; const b = 4; class C { c() { return 5 } }; a + b + new C().c()",
  ].map((source) => shell.evaluate(source).printed);
  assert.deepEqual(said, ["[class C]", "12"]);
  shell.evaluate("let broken = nosuch");
  assert.equal(shell.evaluate("let broken = 6; broken").printed, "6");
});

test("a property of the global object is a variable, in this script and in later ones", () => {
  const shell = freshShell();
  assert.equal(shell.evaluate("globalThis.foo = 5; foo").printed, "5");
  assert.equal(shell.evaluate("this.bar = () => foo + 1; bar() + foo").printed, "11");
  assert.equal(shell.evaluate("bar()").printed, "6");
  assert.equal(shell.evaluate("let foo = 7; foo").printed, "7");
  assert.equal(shell.evaluate("structuredClone([nosuch])").error?.text, "ReferenceError: nosuch is not defined");
  assert.equal(freshShell().evaluate("foo").error?.text, "ReferenceError: foo is not defined");
});

test("printCollectionStats prints one collection after the other", () => {
  const { printed } = freshShell().evaluate(
    "db.a.insertOne({ _id: 1 }); db.b.insertOne({ _id: 1 }); db.printCollectionStats()",
  );
  assert.match(printed, /^a\n\{\n {2}ok: 1,[^]*\n\}\n---\nb\n\{\n[^]*ns: 'test\.b'[^]*\n\}$/);
});

test("East Asian texts take two columns each", () => {
  prints(["['日本', 'a', 'b', 'c', 'd', 'e', 'f']", "[\n  '日本', 'a',\n  'b',    'c',\n  'd',    'e',\n  'f'\n]"]);
});

test("a missing index cannot be dropped", () => {
  prints(
    [
      "db.c.createIndex({ a: 1 }); db.c.dropIndex('b_1')",
      "MongoServerError[IndexNotFound]: index not found with name [b_1]",
    ],
    [
      "db.c.createIndex({ a: 1 }); db.c.dropIndexes({ b: 1 })",
      "MongoServerError[IndexNotFound]: can't find index with key: { b: 1 }",
    ],
    ["db.c.dropIndexes()", "MongoServerError[NamespaceNotFound]: ns not found test.c"],
  );
});

test("the shell scales statistics, and keeps fractions", () => {
  const scaled = "const s = db.c.stats(1000), t = db.c.stats()";
  prints(
    [
      `db.c.insertOne({ _id: 1 }); ${scaled}; [s.size * 1000 === t.size, s.indexSizes._id_ * 1000 === t.totalIndexSize, s.avgObjSize === t.avgObjSize, s.scaleFactor]`,
      "[ true, true, true, 1000 ]",
    ],
    [
      "db.createCollection('c', { capped: true, size: 5000, max: 10 }); Object.keys(db.c.stats()).join(' ')",
      "ok capped max sharded size count numOrphanDocs storageSize totalIndexSize totalSize indexSizes avgObjSize maxSize ns nindexes scaleFactor",
    ],
    ["db.c.insertOne({ _id: 1 }); 'indexDetails' in db.c.stats({ indexDetails: false })", "false"],
    [
      "db.c.stats({ indexDetailsKey: { a: 1 }, indexDetailsName: 'a_1' })",
      "MongoshInvalidInputError: [COMMON-10001] Cannot filter indexDetails on both indexDetailsKey and indexDetailsName",
    ],
    [
      "db.c.stats({ indexDetailsName: 1 })",
      "MongoshInvalidInputError: [COMMON-10001] Expected options.indexDetailsName to be a string, got number",
    ],
    [
      "db.c.totalIndexSize(1)",
      'MongoshInvalidInputError: [COMMON-10001] "totalIndexSize" takes no argument. Use db.collection.stats to get detailed information.',
    ],
  );
});

test("unknown options have no effect", () => {
  prints(
    ["db.c.updateOne({ _id: 1 }, { $set: { a: 1 } }, { upsert: 1 }).upsertedCount", "0"],
    ["db.createCollection('c'); db.getCollectionInfos({}, true).length", "1"],
    [
      "db.c.insertMany([{}, {}]); db.c.remove({}, 1).deletedCount",
      "DeprecationWarning: Collection.remove() is deprecated. Use deleteOne, deleteMany, findOneAndDelete, or bulkWrite.\n2",
    ],
    ["db.c.find().maxTimeMS('5')", "MongoInvalidArgumentError: Argument for maxTimeMS must be a number"],
    [
      "db.createView('v', 'c')",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 2 (Database.createView)",
    ],
    [
      "db.setProfilingLevel('1')",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type number, got string instead (Database.setProfilingLevel)",
    ],
    [
      "db.getLastErrorObj()",
      "DeprecationWarning: Database.getLastErrorObj() is deprecated and will be removed in the future.\nMongoServerError[CommandNotFound]: no such command: 'getlasterror'",
    ],
    [
      "db.getMongo().startSession({ causalConsistency: true, snapshot: true })",
      'MongoInvalidArgumentError: Properties "causalConsistency" and "snapshot" are mutually exclusive',
    ],
    [
      "db.c.insertOne({ _id: 1 }); Object.keys(db.c.aggregate([], { explain: true })).includes('executionStats')",
      "true",
    ],
  );
});

test("numbers and dates accept the arguments that mongosh accepts", () => {
  const refused = (name: string, type: string, types = "Long or Int32"): string =>
    `MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string or number or ${types}, got ${type} instead (${name})`;
  prints(
    ["NumberLong(5n)", refused("NumberLong", "bigint")],
    ["NumberInt(Double(5))", refused("NumberInt", "object")],
    ["NumberDecimal(true)", refused("NumberDecimal", "boolean", "Long or Int32 or Decimal128")],
    ["NumberDecimal(null)", refused("NumberDecimal", "object", "Long or Int32 or Decimal128")],
    ["NumberLong('')", "BSONError: empty string"],
    ["Decimal128()", "BSONError: Decimal128 must take a Buffer or string"],
    [
      "ObjectId(true)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string or number or object, got boolean instead (ObjectId)",
    ],
    [
      "UUID({})",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string, got object instead (UUID)",
    ],
    [
      "ISODate('2020-01-01T10:20:30-05')",
      'MongoshInvalidInputError: [COMMON-10001] "2020-01-01T10:20:30-05" is not a valid ISODate',
    ],
    [
      "ISODate('2020-01-01T10:20:30z')",
      'MongoshInvalidInputError: [COMMON-10001] "2020-01-01T10:20:30z" is not a valid ISODate',
    ],
    [
      "[ISODate('2020-01-01T10:20:30-0500'), ISODate('2020-01-01T24:00Z'), ISODate({})]",
      "[\n  ISODate('2020-01-01T15:20:30.000Z'),\n  ISODate('2020-01-02T00:00:00.000Z'),\n  Invalid Date\n]",
    ],
  );
});

test("functions find declarations of later scripts", () => {
  const shell = freshShell();
  const said = (source: string): string =>
    shell
      .evaluate(source)
      .output.map(({ text }) => text)
      .join("\n");
  assert.equal(said("function f() { return g() + n }"), "[Function: f]");
  assert.equal(said("f()"), "ReferenceError: g is not defined");
  said("function g() { return n * 2 }");
  said("let n = 2");
  assert.equal(said("f()"), "6");
  assert.equal(said("n = 5; f()"), "15");
  assert.equal(said("typeof nowhere"), "undefined");
});

test("printjson gives each line of a cursor's documents its own, and console.dir stops where Node's does", () => {
  prints(
    [
      "db.c.insertOne({ _id: 1 }); printjson(db.c.find()); print(db.c.find())",
      "[\n  {\n    _id: 1\n  }\n]\n[ { _id: 1 } ]",
    ],
    ["console.dir({ a: { b: { c: { d: 1 } } } })", "{ a: { b: { c: [Object] } } }"],
  );
});

test("vectors and buffers print their contents", () => {
  prints(
    ["Binary.fromFloat32Array(new Float32Array([1.5, 2]))", "Binary.fromFloat32Array(new Float32Array([ 1.5, 2 ]))"],
    ["({ v: Binary.fromInt8Array(new Int8Array([1, -2])) })", "{ v: Binary.fromInt8Array(new Int8Array([ 1, -2 ])) }"],
    ["Binary.fromPackedBits(new Uint8Array([1, 2]), 3)", "Binary.fromPackedBits(new Uint8Array([ 1, 2 ]), 3)"],
    ["new Binary(new Uint8Array([0x27, 0, 1]), 9)", "Binary.createFromBase64('JwAB', 9)"],
    ["[Buffer.from('hi'), Buffer.alloc(0)]", "[ <Buffer 68 69>, <Buffer > ]"],
  );
});

test("an ObjectId as a filter finds the document with this _id", () => {
  prints([
    "const _id = ObjectId(); db.c.insertMany([{}, { _id }]); [db.c.find(_id).toArray().length, db.c.findOne(_id)._id.equals(_id)]",
    "[ 1, true ]",
  ]);
});

test("promises and code of several lines print as Node and mongosh print them", () => {
  prints(
    ["[1].map(async (n) => n * 2)", "[ Promise { 2 } ]"],
    ["[new Promise(() => {})]", "[ Promise { <pending> } ]"],
    [
      "Code('function f() {\\n  return \"a line that is long enough\";\\n}\\nf(1);f(2);f(3);f(4);f(5);')",
      "Code(\n'function f() {\\n' +\n  '  return \"a line that is long enough\";\\n' +\n  '}\\n' +\n  'f(1);f(2);f(3);f(4);f(5);'\n)",
    ],
    ["new DBRef('a', 1, undefined, { b: 2 })", "DBRef('a', 1, { b: 2 })"],
  );
});

test("sorts in the driver's forms", () => {
  const sorted = (sort: string): string =>
    `db.c.insertMany([{ _id: 1 }, { _id: 2 }]); db.c.find().sort(${sort}).map((d) => d._id).toArray()`;
  prints(
    [sorted("{ _id: 'desc' }"), "[ 2, 1 ]"],
    [sorted("[['_id', -1]]"), "[ 2, 1 ]"],
    [sorted("'_id'"), "[ 1, 2 ]"],
    [sorted(""), "[ 1, 2 ]"],
    [sorted("{ _id: NumberInt(-1) }"), "[ 2, 1 ]"],
  );
});

test("bulks print their operations and their results", () => {
  prints(
    [
      "const b = db.c.initializeOrderedBulkOp(); b.insert({ _id: 1 })",
      "{ nInsertOps: 1, nUpdateOps: 0, nRemoveOps: 0, nBatches: 1 }",
    ],
    [
      "const b = db.c.initializeOrderedBulkOp(); b.insert({ _id: 1 }); b.execute(); b.getOperations()",
      "[\n  { originalZeroIndex: 0, batchType: 1, operations: [ { _id: 1 } ] }\n]",
    ],
    ["db.c.initializeOrderedBulkOp().find({})", "BulkFindOp"],
    [
      "db.c.bulkWrite([{ insertOne: { document: { _id: 1 } } }])",
      "{\n  acknowledged: true,\n  insertedCount: 1,\n  insertedIds: { '0': 1 },\n  matchedCount: 0,\n  modifiedCount: 0,\n  deletedCount: 0,\n  upsertedCount: 0,\n  upsertedIds: {}\n}",
    ],
  );
});

test("deprecated methods warn once, then work", () => {
  prints(
    [
      "db.c.update({ _id: 7 }, { $set: { a: 1 } }, true, true).upsertedCount",
      "DeprecationWarning: Collection.update() is deprecated. Use updateOne, updateMany, or bulkWrite.\nCollection.update: the third argument, true, has no effect. Write { upsert: true } in the third argument.\nCollection.update: the fourth argument, true, has no effect. Write { multi: true } in the third argument.\n0",
    ],
    [
      "db.c.find({}, {}, 5, 2).toArray()",
      "Collection.find: the third argument, 5, has no effect. Write .limit(5) after it.\nCollection.find: the fourth argument, 2, has no effect. Write .skip(2) after it.\n[]",
    ],
    [
      "db.c.count(); db.c.count()",
      "DeprecationWarning: Collection.count() is deprecated. Use countDocuments or estimatedDocumentCount.\n0",
    ],
    [
      "db.c.insert({ _id: 1 })",
      "DeprecationWarning: Collection.insert() is deprecated. Use insertOne, insertMany, or bulkWrite.\n{ acknowledged: true, insertedIds: { '0': 1 } }",
    ],
    [
      "db.c.insert()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (Collection.insert)",
    ],
    ["db.c.find().count()", "0"],
    ["db.c.ensureIndex({ a: 1 })", "[ 'a_1' ]"],
  );
});

test("MinKey, MaxKey and help work without a call", () => {
  prints([
    "db.c.insertOne({ _id: 1, a: MinKey, b: [MaxKey] }); db.c.findOne({ a: MinKey })",
    "{ _id: 1, a: MinKey(), b: [ MaxKey() ] }",
  ]);
  for (const source of ["db.help", "db.c.help", "help"])
    assert.equal(freshShell().evaluate(source).printed, freshShell().evaluate(`${source}()`).printed);
});

test("methods have names", () => {
  prints(["[db.c.find, db.getName, db.c.find().next]", "[ [Function: find], [Function: getName], [Function: next] ]"]);
});

test("values have their constructor's name, whatever a bundler calls the class", () => {
  const shell = freshShell();
  const names = (source: string): unknown =>
    shell.evaluate(`[${source}].map((value) => value.constructor.name).join(" ")`).value;
  assert.equal(
    names("db, db.c, db.c.find(), db.c.aggregate(), db.c.explain(), db.c.explain().find()"),
    "Database Collection Cursor AggregationCursor Explainable ExplainableCursor",
  );
  assert.equal(
    names(
      "db.getMongo(), db.getMongo().startSession(), db.c.getPlanCache(), db.c.initializeOrderedBulkOp(), db.c.initializeOrderedBulkOp().find({})",
    ),
    "Mongo Session PlanCache Bulk BulkFindOp",
  );
  assert.equal(
    names(
      "ObjectId(), UUID(), Long('1'), Int32(1), Double(1), Decimal128('1'), Timestamp(1, 1), Code(''), MinKey(), Promise.resolve(1)",
    ),
    "ObjectId UUID Long Int32 Double Decimal128 Timestamp Code MinKey Promise",
  );
  assert.equal(
    names(
      "(() => { try { db.runCommand({ x: 1 }) } catch (e) { return e } })(), (() => { try { db.c.find('x') } catch (e) { return e } })()",
    ),
    "MongoServerError MongoInvalidArgumentError",
  );
  assert.equal(
    shell.evaluate("[ISODate, BinData, print, use, connect, sleep].map((fn) => fn.name).join(' ')").value,
    "ISODate BinData print use connect sleep",
  );
});

test("a cursor is not a document: JSON.stringify throws an error that suggests `toArray`", () => {
  const expected =
    "MongoshInvalidInputError: [COMMON-10001] Cannot serialize a cursor to JSON. Did you mean to call .toArray() first?";
  prints(
    ["JSON.stringify(db.c.find())", expected],
    ["EJSON.stringify(db.c.find(), null, 2)", expected],
    ["EJSON.serialize(db.c.aggregate([]))", expected],
    ["db.c.insertOne({ a: db.d.find() })", expected],
    ["EJSON.stringify([Long('5')], { relaxed: false })", '[{"$numberLong":"5"}]'],
    ["db.c.insertOne({ _id: 1 }); db.c.find()", "[ { _id: 1 } ]"],
  );
});

test("UUIDs in the byte orders of legacy drivers", () => {
  prints(
    [
      "['Java', 'CSharp', 'Python'].map((of) => globalThis[`Legacy${of}UUID`]('00112233-4455-6677-8899-aabbccddeeff').hex())",
      "[\n  '7766554433221100ffeeddccbbaa9988',\n  '33221100554477669988aabbccddeeff',\n  '00112233445566778899aabbccddeeff'\n]",
    ],
    ["LegacyPythonUUID('00112233445566778899aabbccddeeff')", "Binary.createFromBase64('ABEiM0RVZneImaq7zN3u/w==', 3)"],
    ["LegacyJavaUUID().subtype()", "3"],
    [
      "LegacyJavaUUID(5)",
      "MongoshInvalidInputError: [COMMON-10001] Argument at position 0 must be of type string, got number instead (LegacyJavaUUID)",
    ],
  );
});

test("documents given as maps keep their ids", () => {
  prints([
    "db.c.insertOne(new Map([['_id', 1], ['b', 2]])); db.c.insertMany([new Map([['_id', 2]])]); db.c.find()",
    "[ { _id: 1, b: 2 }, { _id: 2 } ]",
  ]);
});

test("a find-and-change returns its metadata when asked", () => {
  prints(
    [
      "db.c.insertOne({ _id: 1 }); db.c.findOneAndUpdate({ _id: 1 }, { $set: { a: 1 } }, { includeResultMetadata: true })",
      "{\n  lastErrorObject: { n: 1, updatedExisting: true },\n  value: { _id: 1 },\n  ok: 1\n}",
    ],
    [
      "db.c.findOneAndDelete({ _id: 9 }, { includeResultMetadata: true })",
      "{ lastErrorObject: { n: 0 }, value: null, ok: 1 }",
    ],
  );
});

test("other globals of a shell", () => {
  prints(
    ["disableTelemetry()", "Telemetry is now disabled."],
    ["enableTelemetry(); config.get('enableTelemetry')", "true"],
    ["log.info('x', { a: 1 }); 'on'", "on"],
    ["log.getPath()", "MongoshUnimplementedError: log.getPath() is not supported here: it writes to a file"],
    ["db.c.insertOne({}); db.c.getShardLocation()", "{ shards: [], sharded: false }"],
    [
      "db.setSecondaryOk(); db.getMongo().getReadPrefMode()",
      'DeprecationWarning: .setSecondaryOk() is deprecated. Use .setReadPref("primaryPreferred") instead\nprimaryPreferred',
    ],
    [
      "db.getMongo().startSession().bulkWrite([{ namespace: 'test.c', name: 'insertOne', document: {} }]).insertedCount",
      "1",
    ],
    [
      "db.c.getPlanCache().help()",
      "PlanCache Class:\n\n  clear, clearPlansByQuery, getPlansByQuery, list, listQueryShapes",
    ],
  );
});
