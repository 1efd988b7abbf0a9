/** Databases, connections and settings at mongosh 2's prompt: each line is a script and all its output. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { freshShell, prints, ready } from "./test_support.js";

before(ready);

test("use and show are commands where they stand alone, and calls with a value elsewhere", () => {
  prints(
    ["use('shop'); db.c.insertOne({ _id: 1 }); db.getName()", "shop"],
    ["use('shop')", "switched to db shop"],
    ["use shop\ndb.getName()", "switched to db shop\nshop"],
    ["print(use('shop'), typeof show('collections'))", "switched to db shop undefined"],
    ["db.c.insertOne({ _id: 1 }); show('collections'); 5", "5"],
    ["db.c.insertOne({ _id: 1 }); show('collections')", "c"],
    ["db.c.insertOne({ _id: 1 })\nshow collections\n5", "c\n5"],
  );
});

test("log levels are returned", () => {
  prints(
    ["db.setLogLevel(2, 'storage.journal').was.storage.journal", "{ verbosity: -1 }"],
    [
      "db.setLogLevel(1); db.setLogLevel(2, 'query'); const { verbosity, query, write } = db.getLogComponents(); [verbosity, query.verbosity, write.verbosity]",
      "[ 1, 2, -1 ]",
    ],
    ["db.setLogLevel(1); db.adminCommand({ getParameter: 1, logLevel: 1 })", "{ logLevel: 1, ok: 1 }"],
    ["db.setLogLevel(1, 'colour')", "MongoServerError[BadValue]: Invalid component name colour"],
  );
});

test("use reports whether the database changed, and deprecations are reported once", () => {
  const shell = freshShell();
  const said = (source: string): string[] => shell.evaluate(source).output.map(({ text }) => text);
  assert.deepEqual(["use test", "use other", "use other"].map(said), [
    ["already on db test"],
    ["switched to db other"],
    ["already on db other"],
  ]);
  assert.deepEqual([said("db.c.count()").length, said("db.c.count()").length], [2, 1]);
});

test("the size of a page is a setting, and a page is printed again until the next is requested", () => {
  prints(
    ["config.set('displayBatchSize', 2)", 'Setting "displayBatchSize" has been changed'],
    [
      "config.set('displayBatchSize', 0)",
      'Cannot set option "displayBatchSize": displayBatchSize must be a positive integer',
    ],
  );
  const shell = freshShell();
  shell.evaluate(
    "config.set('displayBatchSize', 2); db.c.insertMany([1, 2, 3].map((_id) => ({ _id }))); const pages = db.c.find()",
  );
  const first = '[ { _id: 1 }, { _id: 2 } ]\nType "it" for more';
  assert.deepEqual(
    ["pages", "pages", "it", "pages"].map((source) => shell.evaluate(source).printed),
    [first, first, "[ { _id: 3 } ]", "[ { _id: 3 } ]"],
  );
});

test("settings are stored; those of printing take effect", () => {
  const deep = "({ a: { b: { c: { d: 1 } } } })";
  const set = 'Setting "inspectDepth" has been changed';
  const shell = freshShell();
  for (const [source, text] of [
    ["config.get('inspectDepth')", "6"],
    ["config.set('inspectDepth', 1)", set],
    [deep, "{ a: { b: [Object] } }"],
    ["config.set('inspectDepth', 'x')", 'Cannot set option "inspectDepth": inspectDepth must be a positive integer'],
    ["config.reset('inspectDepth')", 'Setting "inspectDepth" has been reset to its default value'],
    ["config.set('inspectCompact', false)", 'Setting "inspectCompact" has been changed'],
    ["({ a: 1, b: { c: 1 } })", "{\n  a: 1,\n  b: {\n    c: 1\n  }\n}"],
    ["config.set('inspectCompact', 1)", 'Setting "inspectCompact" has been changed'],
    ["print({ a: 1, b: { c: 1 } })", "{\n  a: 1,\n  b: { c: 1 }\n}"],
    ["config.set('maxTimeMS', 100); config.get('maxTimeMS')", "100"],
    ["config.set('nope', 1)", 'Option "nope" is not available in this environment'],
    ["config.get()", "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (config.get)"],
  ] as const) {
    assert.equal(
      shell
        .evaluate(source)
        .output.map((item) => item.text)
        .join("\n"),
      text,
      source,
    );
  }
});

test("a connection keeps its preferences, and refuses unsupported ones", () => {
  prints(
    [
      "const m = db.getMongo(); m.setReadPref('nearest', [{ dc: 'x' }]); print(m.getReadPrefMode(), m.getReadPrefTagSet()); m.setReadConcern('majority'); m.setWriteConcern('majority', 5); print(m.getReadConcern(), m.getWriteConcern())",
      "nearest [ { dc: 'x' } ]\nmajority { w: 'majority', wtimeout: 5 }",
    ],
    ["db.getMongo().setReadPref('x')", 'MongoInvalidArgumentError: Invalid read preference mode "x"'],
    [
      "db.getMongo().setSlaveOk()",
      "MongoshDeprecatedError: [COMMON-10003] Setting slaveOk is deprecated, use setReadPref instead.",
    ],
    [
      "db.getMongo().setSecondaryOk(); db.getMongo().getReadPrefMode()",
      'DeprecationWarning: .setSecondaryOk() is deprecated. Use .setReadPref("primaryPreferred") instead\nprimaryPreferred',
    ],
    [
      "db.getMongo().isCausalConsistency()",
      "MongoshUnimplementedError: [COMMON-90002] Causal consistency for drivers is set via Mongo.startSession and can be checked via session.getOptions. The default value is true",
    ],
  );
});

test("show collections names views, and the server's own collections last", () => {
  prints([
    "db.createCollection('w', { timeseries: { timeField: 't', metaField: 's' } })\nshow collections",
    "w                 [time-series]\nsystem.buckets.w\nsystem.views",
  ]);
  prints(
    [
      "db.createCollection('v'); db.createView('a', 'v', [])\nshow collections",
      "a             [view]\nv\nsystem.views",
    ],
    ["show startupWarnings", ""],
  );
});

test("connections to this computer reach the only server", () => {
  prints(
    [
      "new Mongo('mongodb://localhost:27017').getDB('a').c.insertOne({ _id: 1 }); connect('localhost/a').c.countDocuments()",
      "1",
    ],
    ["Mongo().getDBNames().length === db.getMongo().getDBNames().length && Mongo() instanceof Mongo", "true"],
    [
      "[connect('shop').getName(), connect('localhost').getName(), connect('127.0.0.1:27017/a').getName()]",
      "[ 'shop', 'test', 'a' ]",
    ],
    [
      "connect('mongodb://example.com/x')",
      "MongoshRuntimeError: mongodb://example.com/x cannot be reached: there is no network here, only one server on localhost",
    ],
    ["connect()", "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (connect)"],
    ["db.c.explain().getCollection()", "test.c"],
    [
      "db.c.initializeOrderedBulkOp().find({}).updateOne()",
      "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0 (BulkFindOp.update)",
    ],
  );
});
