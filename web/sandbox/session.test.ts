/** The sandbox's requests, without worker and frame. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { bsonOf, script } from "../data/index.js";
import { Engine, init } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import type { Reply, Request } from "../types/protocol.js";
import { Session } from "./session.js";

before(() => init());

type Answer<T extends Reply["type"]> = Extract<Reply, { type: T }>;

function ask<T extends Reply["type"]>(session: Session, request: Request, type: T): Answer<T> {
  const reply = session.answer(request, () => undefined);
  assert.equal(reply.type, type);
  return reply as Answer<T>;
}
function run(session: Session, source: string): Answer<"result"> {
  const result = ask(session, { type: "run", source }, "result");
  assert.equal(result.error, null, JSON.stringify(result.error));
  return result;
}
const documents = (session: Session, collection: string): Answer<"documents"> =>
  ask(session, { type: "documents", db: "test", collection, skip: 0, limit: 100 }, "documents");

const EXERCISE = {
  id: "sample",
  data: "function rows(rng, scale) { return { books: [{ _id: 1, title: 'Ulysses' }, { _id: 2, title: 'Dubliners' }] }; }",
  functions: [],
  checks: "",
  designs: [],
};

test("a run shows what each statement changed", () => {
  const session = new Session();
  const { changes } = run(
    session,
    `db.a.insertMany([{ _id: 1, n: 1 }, { _id: 2, n: 1 }]);
db.a.updateOne({ _id: 2 }, { $inc: { n: 1 } });
db.a.updateOne({ _id: 3 }, { $set: { n: 7 } }, { upsert: true });
db.a.findOneAndUpdate({ _id: 1 }, { $set: { n: 9 } });
db.a.deleteOne({ _id: 1 });
db.a.aggregate([{ $match: { _id: 2 } }, { $out: "b" }]).toArray();`,
  );
  const seen = changes.map(({ statement, line, ns, op, id, before, after }) => {
    const n = (text: string | null): unknown =>
      text && (JSON.parse(text) as { n: { $numberInt: string } }).n.$numberInt;
    return [statement, line, ns, op, (JSON.parse(id) as { $numberInt: string }).$numberInt, n(before), n(after)];
  });
  assert.deepEqual(seen, [
    [0, 1, "test.a", "insert", "1", null, "1"],
    [0, 1, "test.a", "insert", "2", null, "1"],
    [1, 2, "test.a", "update", "2", "1", "2"],
    [2, 3, "test.a", "update", "3", null, "7"],
    [3, 4, "test.a", "findAndModify", "1", "1", "9"],
    [4, 5, "test.a", "delete", "1", "9", null],
    [5, 6, "test.b", "aggregate", "2", null, "2"],
  ]);
});

test("recording changes and plans costs the script nothing", () => {
  const session = new Session();
  const { profile } = run(
    session,
    "db.a.insertOne({ _id: 1 });\ndb.a.updateOne({ _id: 1 }, { $set: { n: 1 } });\ndb.a.find({ n: 1 }).toArray();",
  );
  assert.deepEqual(
    profile.map(({ op, line }) => [op, line]),
    [
      ["insert", 1],
      ["update", 2],
      ["query", 3],
    ],
  );
  const plan = profile[2]?.["explain"] as {
    queryPlanner: { winningPlan: { stage: string } };
    executionStats: { nReturned: number };
  };
  assert.equal(plan.queryPlanner.winningPlan.stage, "COLLSCAN");
  assert.equal(plan.executionStats.nReturned, 1);
});

test("plans are also recorded after a loop, which uses only a few", () => {
  const session = new Session();
  const { profile } = run(
    session,
    `for (let i = 0; i < 400; i++) db.a.insertOne({ _id: i, n: i % 7 });
for (let i = 0; i < 100; i++) db.a.updateOne({ _id: i }, { $set: { seen: i } });
db.b.find({ n: 1 }).toArray();
db.a.aggregate([{ $match: { n: 1 } }, { $group: { _id: null, all: { $sum: 1 } } }]).toArray();`,
  );
  const planned = profile
    .filter(({ explain }) => explain !== undefined)
    .map(({ op, ns }) => `${String(op)} ${String(ns)}`);
  assert.deepEqual(planned.slice(-3), ["update test.a", "query test.b", "command test.a"]);
  assert.equal(planned.length, 7);
  assert.deepEqual(profile.filter(({ pipeline }) => pipeline !== undefined).length, 1);
});

test("a syntax error states its position once, and the page counts columns from 1", () => {
  const { error, output } = ask(
    new Session(),
    { type: "run", source: "let a = 1;\ndb.a.find({ a: 1 b: 2 })" },
    "result",
  );
  assert.deepEqual(
    [error?.name, error?.message, error?.line, error?.column],
    ["SyntaxError", 'Unexpected token, expected ","', 2, 18],
  );
  assert.deepEqual(output, []);
});

test("an exercise's run starts afresh and calls setup with the rows", () => {
  const session = new Session();
  ask(session, { type: "open", bundle: EXERCISE }, "opened");
  const source =
    "function setup(db, rows) { db.books.insertMany(rows.books); rows.books.length = 0; }\nprint(db.books.countDocuments());";
  for (const _ of [1, 2]) assert.equal(run(session, source).output[0]?.text, "2");
  assert.equal(documents(session, "books").total, 2);
  const rows = ask(session, { type: "documents", db: "rows", collection: "books", skip: 1, limit: 1 }, "documents");
  assert.deepEqual([rows.total, rows.docs], [2, ['{"_id":{"$numberInt":"2"},"title":"Dubliners"}']]);
});

test("a snippet starts with its seed after a reset", () => {
  const session = new Session();
  ask(session, { type: "open", bundle: null, seed: '{ "a": [{ "_id": 1 }, { "x": 2 }] }' }, "opened");
  run(session, "db.a.deleteMany({})");
  ask(session, { type: "reset" }, "opened");
  assert.equal(documents(session, "a").total, 2);
});

test("a failed open leaves the session unchanged", () => {
  const session = new Session();
  run(session, "db.a.insertOne({ _id: 1 })");
  const open = (request: Request): unknown => session.answer(request, () => undefined);
  assert.throws(() => open({ type: "open", bundle: { ...EXERCISE, data: "for (;;" } }), /data\.js/);
  assert.throws(() => open({ type: "open", bundle: null, seed: '{"a": 7}' }), /not a list/);
  assert.throws(() => open({ type: "open", bundle: null, seed: '{"a": [{"_id": 1}, {"_id": 1}]}' }), /duplicate key/);
  assert.equal(documents(session, "a").total, 1);
  ask(session, { type: "open", bundle: null }, "opened");
  assert.equal(documents(session, "a").total, 0);
});

test("a document is edited unless it has changed in the meantime", () => {
  const session = new Session();
  run(session, 'db.a.insertOne({ _id: 1, n: Long("5") })');
  const [before = ""] = documents(session, "a").docs;
  const after = before.replace('"5"', '"6"');
  const edit = (from: string, to: string): Reply =>
    session.answer(
      { type: "edit", db: "test", collection: "a", before: bsonOf(from), after: bsonOf(to) },
      () => undefined,
    );
  assert.equal(edit(before, after).type, "edited");
  assert.deepEqual(documents(session, "a").docs, [after]);
  assert.throws(() => edit(before, after), /changed in the meantime/);
  assert.throws(() => edit(after, '{"_id": 2}'), /_id/);
  assert.throws(() => edit(after, "{"), /line 1: expected a name/);
  assert.throws(() => edit(after, "[]"), /between/);
  assert.throws(() => edit(after, '{"$set": {"n": 1}}'), /operator/);
});

test("the names for completion come from the data", () => {
  const session = new Session();
  run(session, "db.books.insertOne({ _id: 1, publisher: { city: 'London' }, tags: [{ name: 'x' }] })");
  const words = ask(session, { type: "complete" }, "vocabulary");
  assert.deepEqual(words.collections, ["books"]);
  assert.deepEqual(words.fields["books"], ["_id", "publisher", "publisher.city", "tags", "tags.name"]);
});

test("the free page's data move to a cluster and back", () => {
  const session = new Session();
  const quiet = (): undefined => undefined;
  const counts =
    "[db.books.countDocuments(), db.getSiblingDB('other').more.countDocuments(), db.seen.countDocuments(), db.books.getIndexes().length, db.books.countDocuments({ n: { $type: 'double' } })].join()";
  const said = (): unknown => run(session, counts).output[0]?.text;
  const shards = (): number =>
    Number(run(session, "try { db.adminCommand({ listShards: 1 }).shards.length } catch { 0 }").output[0]?.text);
  run(
    session,
    "db.books.insertMany([{ _id: 1, n: Double(5) }, { _id: 2 }]); db.books.createIndex({ n: 1 }); db.getSiblingDB('other').more.insertOne({}); db.createView('seen', 'books', [])",
  );
  const before = said();
  let dump: ArrayBuffer | null = null;
  const move = (count: number, copied = true): void => {
    dump = session.takeDump() ?? dump;
    const reply = session.answer({ type: "open", bundle: null, kept: true, shards: count, copied }, quiet, dump);
    assert.equal(reply.type, "opened");
  };
  assert.equal(shards(), 0);
  for (const count of [2, 3, 0, 3]) {
    move(count);
    assert.equal(shards(), count);
    assert.equal(said(), before, `${count} shards`);
  }
  // A reopened cluster stays unchanged.
  run(session, "sh.shardCollection('test.books', { n: 1 })");
  move(3, false);
  assert.equal(run(session, "db.getSiblingDB('config').collections.countDocuments()").output[0]?.text, "1");
  // A server's data move to a cluster without `copied`, as after loading a saved file.
  move(0);
  move(2, false);
  assert.deepEqual([shards(), said()], [2, before]);
});

test("an exported script creates the same database", () => {
  const session = new Session();
  run(
    session,
    `db.books.insertMany([{ _id: 1, when: ISODate("2012-10-15"), n: Long("5"), d: NumberDecimal("1.10"), s: "it's \\"q\\" \\u2028" }, { _id: 2 }]);
db.books.createIndex({ n: 1 }, { unique: true, sparse: true, name: "by n" });
db.getSiblingDB("other").c.insertOne({ _id: ObjectId("507f1f77bcf86cd799439011"), r: /a'b/i });`,
  );
  const text = script(ask(session, { type: "export", source: "" }, "exported").text);
  const shell = new Shell(new Engine());
  assert.equal(shell.evaluate(text).error, null);
  const copy = new Session();
  run(copy, text);
  for (const [db, collection] of [
    ["test", "books"],
    ["other", "c"],
  ] as const) {
    const request: Request = { type: "documents", db, collection, skip: 0, limit: 10 };
    assert.deepEqual(
      copy.answer(request, () => undefined),
      session.answer(request, () => undefined),
    );
  }
  const indexes = "print(EJSON.stringify(db.books.getIndexes()))";
  assert.equal(run(copy, indexes).output[0]?.text, run(session, indexes).output[0]?.text);
});

test("a run's aggregations are shown stage by stage on the data that they read", () => {
  const session = new Session();
  const stages = (pipeline: number): Answer<"stages">["stages"] =>
    ask(session, { type: "stages", pipeline }, "stages").stages;
  const { profile } = run(
    session,
    `db.a.insertMany([{ _id: 1, n: 1 }, { _id: 2, n: 5 }]);
db.a.aggregate([{ $match: { n: { $gt: 1 } } }, { $addFields: { m: { $divide: [10, "$n"] } } }, { $out: "b" }]).toArray();
db.a.updateMany({}, { $set: { n: 0 } });
try { db.a.aggregate([{ $sort: { _id: 1 } }, { $addFields: { m: { $divide: [10, "$n"] } } }]).toArray(); } catch (e) {}`,
  );
  assert.deepEqual(
    profile.map(({ pipeline }) => pipeline),
    [undefined, 0, undefined, 1],
  );
  const shape = ({ name, of, in: given, out, sample, note, failed }: ReturnType<typeof stages>[number]): unknown[] => [
    name,
    of,
    given,
    out,
    sample.length,
    note.split(":")[0],
    failed,
  ];
  assert.deepEqual(stages(0).map(shape), [
    ["test.a", "collection", null, 2, 2, "", false],
    ["$match", "pipeline", 2, 1, 1, "", false],
    ["$addFields", "pipeline", 1, 1, 1, "", false],
    ["$out", "pipeline", 1, null, 0, "Stores the documents; not done again here.", false],
  ]);
  assert.equal(stages(0)[2]?.sample[0], '{"_id":{"$numberInt":"2"},"n":{"$numberInt":"5"},"m":{"$numberInt":"2"}}');
  assert.deepEqual(stages(1).map(shape).slice(1), [
    ["$sort", "pipeline", 2, 2, 2, "", false],
    ["$addFields", "pipeline", 2, 0, 0, "BadValue", true],
  ]);
  run(session, "1");
  assert.throws(() => stages(0), /Run the code again/);
});

test("another worker continues a session, with new ids", () => {
  const session = new Session();
  ask(session, { type: "open", bundle: null }, "opened");
  run(session, "for (let i = 0; i < 3; i++) db.a.insertOne({ i });");
  const dump = session.takeDump();
  assert.ok(dump);
  assert.equal(session.takeDump(), null);
  const next = new Session();
  next.restore({ type: "restore", opened: '{"bundle":null}', restarts: 1 }, dump);
  assert.equal(
    run(next, "for (let i = 0; i < 3; i++) db.a.insertOne({ i }); print(db.a.countDocuments())").output[0]?.text,
    "6",
  );
});

test("the free page continues with the data of an earlier visit until it is reset", () => {
  const session = new Session();
  const quiet = (): void => undefined;
  run(session, "for (let i = 0; i < 3; i++) db.a.insertOne({ i }); db.a.createIndex({ i: 1 }, { unique: true });");
  const dump = session.takeDump();
  const next = new Session();
  const reply = next.answer({ type: "open", bundle: null, kept: true }, quiet, dump);
  assert.deepEqual(
    reply.type === "opened" && reply.collections.map(({ name, count, indexes }) => [name, count, indexes]),
    [["a", 3, 2]],
  );
  run(next, "for (let i = 3; i < 6; i++) db.a.insertOne({ i });");
  assert.equal(documents(next, "a").total, 6);
  ask(next, { type: "reset" }, "opened");
  assert.equal(documents(next, "a").total, 0);

  const damaged = new Uint8Array(dump as ArrayBuffer).fill(7, 20).buffer;
  const other = new Session();
  assert.throws(
    () => other.answer({ type: "open", bundle: null, kept: true }, quiet, damaged),
    /last visit cannot be read .* Reset/,
  );
  run(other, "db.a.insertOne({ i: 1 })");
});

test("errors have name, code and position, and are not printed twice", () => {
  const session = new Session();
  const result = ask(
    session,
    { type: "run", source: "db.a.insertOne({ _id: 1 });\n  db.a.insertOne({ _id: 1 });" },
    "result",
  );
  assert.equal(result.error?.name, "MongoServerError");
  assert.equal(result.error?.code, 11000);
  assert.equal(result.error?.line, 2);
  assert.deepEqual(result.output, []);
});

test("a large command is shortened in the profile", () => {
  const session = new Session();
  const { profile } = run(
    session,
    "db.a.insertMany(Array.from({ length: 300 }, (_, _id) => ({ _id, t: 'x'.repeat(50) })))",
  );
  const shown = (profile[0]?.["command"] as { documents: unknown[] }).documents;
  assert.ok(shown.length <= 21);
});

test("an exercise on a sharded cluster runs on one, and another worker can continue it", () => {
  const session = new Session();
  const bundle = { ...EXERCISE, cluster: { shards: 3, chunkLimit: 10 } };
  ask(session, { type: "open", bundle }, "opened");
  const source = `function setup(db, rows) {
  sh.shardCollection("test.books", { title: 1 });
  db.books.insertMany(rows.books);
}
sh.splitAt("test.books", { title: "E" });
db.books.updateOne({ title: "Ulysses" }, { $set: { n: 1 } });
db.books.createIndex({ n: 1 });
sh.listShards().length`;
  const { output, changes, profile, collections } = run(session, source);
  assert.equal(output.at(-1)?.text, "3");
  assert.deepEqual(
    changes.map(({ ns, op }) => [ns, op]),
    [
      ["test.books", "insert"],
      ["test.books", "insert"],
      ["test.books", "update"],
    ],
  );
  const update = profile.find(({ op }) => op === "update") as Record<string, unknown> | undefined;
  assert.equal(update?.["shards"], 1);
  assert.deepEqual(
    collections.filter(({ db }) => db === "test").map(({ name, count }) => [name, count]),
    [["books", 2]],
  );

  const text = script(ask(session, { type: "export", source: "" }, "exported").text);
  assert.match(
    text,
    /\nsh\.shardCollection\(db\.getCollection\("books"\)\.getFullName\(\), EJSON\.parse\("\{\\"title\\".*\), false\);\ndb.*insertMany/,
  );
  const shell = new Shell(new Engine({ shards: 2 }));
  assert.equal(shell.evaluate(text).error, null);
  assert.equal(shell.evaluate("db.getSiblingDB('config').collections.countDocuments()").value, 1);

  const dump = session.takeDump();
  assert.ok(dump);
  const other = new Session();
  other.restore({ type: "restore", opened: JSON.stringify({ bundle }), restarts: 1 }, dump);
  assert.deepEqual(documents(other, "books"), documents(session, "books"));
});

const tried = (session: Session, source: string): Answer<"result"> => ask(session, { type: "run", source }, "result");

test("a full database allows deletes, also in another worker, and then inserts", () => {
  const session = new Session();
  const fill = 'const text = "x".repeat(8e6); for (let i = 0; i < 60; i++) db.big.insertOne({ _id: i, text });';
  const full = tried(session, fill);
  assert.match(
    full.error?.message ?? "",
    /^The database is full: it may hold 256 MB of documents and indexes here\. Deleting and dropping still work\.$/,
  );
  const dump = session.takeDump();
  for (const free of [
    "db.big.deleteMany({})",
    "db.big.deleteOne({ _id: 1 }); db.big.findOneAndDelete({ _id: 2 }); db.big.deleteMany({ _id: { $lt: 30 } })",
    "db.big.drop()",
    "db.dropDatabase()",
  ]) {
    const other = new Session();
    other.restore({ type: "restore", opened: null, restarts: 1 }, dump);
    assert.match(
      tried(other, "for (let i = 0; i < 4; i++) db.small.insertOne({ i })").error?.message ?? "",
      /The database is full/,
    );
    assert.equal(tried(other, free).error, null, free);
    assert.equal(
      tried(other, "for (let i = 0; i < 8; i++) db.small.insertOne({ i })").error,
      null,
      `writing after ${free}`,
    );
  }
});

test("a million lines are truncated to what a page can draw", () => {
  const session = new Session();
  for (const code of [
    "for (let i = 0; i < 1e6; i++) print(i)",
    'print("a\\n".repeat(5e5))',
    "for (let i = 0; i < 1e5; i++) print('')",
  ]) {
    const { output } = tried(session, code);
    assert.equal(output.filter(({ text }) => /^… [\d,]+ more lines …$/.test(text)).length, 1);
    assert.ok(output.reduce((lines, { text }) => lines + text.split("\n").length, 0) <= 5_002);
    if (code.includes("print(i)")) {
      assert.equal(output.at(-1)?.text, "999999");
      assert.ok(output.some(({ text }) => /pieces of output with [\d,]+ characters left out/.test(text)));
    }
  }
});

test("a review runs only the checks that need its function", () => {
  const checks = `
    must("stored", "The row is stored.", (t) => { t.fresh(); });
    must("read", "It is read.", (t) => { const w = t.fresh(); t.expect.equal(w.call("read"), 1, "read()"); });`;
  const bundle = {
    ...EXERCISE,
    checks,
    designs: [],
    functions: ["setup", "read"].map((name) => ({ name, signature: name, doc: "" })),
  };
  const setup = "function setup(db, rows) { db.a.insertOne({ _id: 1 }); }\n";
  const report = (source: string, blank?: string): [string, string][] => {
    const request = { type: "check" as const, bundle, source, ...(blank !== undefined && { blank }) };
    const { report } = ask(new Session(), request, "report") as unknown as {
      report: { checks: { id: string; status: string }[] };
    };
    return report.checks.map(({ id, status }) => [id, status]);
  };
  const blank = `${setup}function read(db) {}`;
  const whole = `${setup}function read(db) { return db.a.findOne()._id; }`;
  assert.deepEqual(report(whole), [
    ["stored", "passed"],
    ["read", "passed"],
  ]);
  assert.deepEqual(report(whole, blank), [["read", "passed"]]);
  assert.deepEqual(report(blank, blank), [["read", "failed"]]);
});
