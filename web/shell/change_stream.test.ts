/** `watch()` and its cursor. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Shell } from "./shell.js";
import { freshShell, ready, run } from "./test_support.js";

before(ready);

const value = (shell: Shell, source: string): unknown => run(shell, source).value;
function failure(shell: Shell, source: string): { name: string; message: string; code: unknown } {
  const { error } = shell.evaluate(source);
  assert.ok(error, `no error: ${source}`);
  return { name: error.name, message: error.message, code: error.code };
}

test("a stream emits changes, and never waits", () => {
  const shell = freshShell();
  run(shell, "const stream = db.books.watch()");
  assert.equal(value(shell, "stream.tryNext()"), null);
  run(
    shell,
    "db.books.insertOne({ _id: 1, title: 'Dune' }); db.books.updateOne({ _id: 1 }, { $set: { year: 1965 } }); db.films.insertOne({})",
  );
  assert.deepEqual(value(shell, "const first = stream.next(); [first.operationType, first.fullDocument, first.ns]"), [
    "insert",
    { _id: 1, title: "Dune" },
    { db: "test", coll: "books" },
  ]);
  assert.deepEqual(value(shell, "stream.next().updateDescription.updatedFields"), { year: 1965 });
  assert.equal(failure(shell, "stream.next()").name, "MongoshRuntimeError");
  assert.match(failure(shell, "stream.hasNext()").message, /tryNext\(\)/);
  assert.equal(value(shell, "stream.isClosed()"), false);
  assert.equal(value(shell, "db.books.deleteOne({}); stream.itcount()"), 1);
  assert.deepEqual(
    value(
      shell,
      "db.books.drop(); [stream.tryNext().operationType, stream.tryNext().operationType, stream.isClosed(), stream.hasNext(), stream.tryNext()]",
    ),
    ["drop", "invalidate", true, false, null],
  );
  assert.deepEqual(failure(shell, "stream.next()"), {
    name: "MongoAPIError",
    message: "ChangeStream is closed",
    code: undefined,
  });
});

test("a stream resumes after a token", () => {
  const shell = freshShell();
  run(
    shell,
    "const all = db.watch([{ $match: { operationType: 'insert' } }], { batchSize: 2 }); const begin = all.getResumeToken(); db.c.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])",
  );
  assert.deepEqual(
    value(shell, "const one = all.next(); EJSON.stringify(all.getResumeToken()) === EJSON.stringify(one._id)"),
    true,
  );
  assert.equal(value(shell, "db.watch({ resumeAfter: one._id }).itcount()"), 2);
  assert.equal(value(shell, "db.watch([], { startAfter: begin }).itcount()"), 3);
  assert.equal(value(shell, "db.getMongo().watch([], { resumeAfter: begin }).itcount()"), 3);
  assert.equal(value(shell, "all.itcount()"), 2);
  run(shell, "all.close()");
  assert.equal(value(shell, "all.isClosed()"), true);
});

test("a stream prints its namespace, and an aggregate cursor on a stream can run dry", () => {
  const shell = freshShell();
  assert.equal(run(shell, "db.c.watch()").printed, "ChangeStreamCursor on test.c");
  assert.equal(run(shell, "db.watch()").printed, "ChangeStreamCursor on test");
  assert.match(run(shell, "db.getMongo().watch()").printed, /^ChangeStreamCursor on mongodb:/);
  run(shell, "const cursor = db.c.aggregate([{ $changeStream: {} }]); cursor.hasNext(); db.c.insertOne({})");
  assert.equal(value(shell, "cursor.toArray().length"), 1);
  assert.equal(value(shell, "cursor.hasNext()"), false);
  assert.match(failure(shell, "db.c.watch([{ $sort: { _id: 1 } }])").message, /\$sort is not permitted/);
  assert.match(failure(shell, "stream = db.c.watch(); stream.isExhausted()").message, /isExhausted is not implemented/);
});
