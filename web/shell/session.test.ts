/** Sessions and transactions, as scripts use them. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { freshShell, ready, run } from "./test_support.js";
import type { Shell } from "./shell.js";

before(ready);

function bank(): Shell {
  const shell = freshShell();
  run(shell, "db.accounts.insertMany([{ _id: 'a', n: 10 }, { _id: 'b', n: 0 }])");
  run(shell, "const session = db.getMongo().startSession(); const accounts = session.getDatabase('test').accounts;");
  return shell;
}
function balance(shell: Shell): unknown {
  return run(shell, "db.accounts.find().sort({ _id: 1 }).toArray().map((account) => account.n)").value;
}
const transfer =
  "accounts.updateOne({ _id: 'a' }, { $inc: { n: -4 } }); accounts.updateOne({ _id: 'b' }, { $inc: { n: 4 } });";

test("a transaction's writes are visible after its commit", () => {
  const shell = bank();
  run(shell, `session.startTransaction(); ${transfer}`);
  assert.deepEqual(balance(shell), [10, 0]);
  assert.equal(run(shell, "accounts.findOne({ _id: 'b' }).n").value, 4);
  assert.equal(run(shell, "session.inTransaction()").value, true);
  run(shell, "session.commitTransaction()");
  assert.deepEqual(balance(shell), [6, 4]);
});

test("an aborted transaction leaves nothing", () => {
  const shell = bank();
  run(shell, `session.startTransaction(); ${transfer} session.abortTransaction()`);
  assert.deepEqual(balance(shell), [10, 0]);
  assert.match(shell.evaluate("session.commitTransaction()").error?.message ?? "", /after calling abortTransaction/);
});

test("an empty transaction can be committed repeatedly", () => {
  const shell = bank();
  assert.equal(
    shell.evaluate("session.startTransaction(); session.commitTransaction(); session.commitTransaction()").error,
    null,
  );
  assert.match(shell.evaluate("session.abortTransaction()").error?.message ?? "", /after calling commitTransaction/);
});

test("a transaction reads from the primary, and requires acknowledged writes", () => {
  const shell = bank();
  const message = (source: string): string => shell.evaluate(source).error?.message ?? "";
  assert.equal(
    message("session.startTransaction({ writeConcern: { w: 0 } })"),
    "Transactions do not support unacknowledged write concern",
  );
  assert.equal(message("session.startTransaction({ readPreference: 'x' })"), 'Invalid read preference mode "x"');
  assert.equal(
    message("session.startTransaction({ readPreference: 'secondary' }); accounts.findOne()"),
    "Read preference in a transaction must be primary, not: secondary",
  );
  assert.equal(message("accounts.updateOne({ _id: 'b' }, { $inc: { n: 4 } }); session.commitTransaction()"), "");
  assert.deepEqual(balance(shell), [10, 4]);
});

test("a write conflict is the server's error with its label", () => {
  const shell = bank();
  run(shell, "session.startTransaction(); accounts.findOne()");
  run(shell, "db.accounts.updateOne({ _id: 'a' }, { $inc: { n: 1 } })");
  const outcome = run(
    shell,
    "try { accounts.updateOne({ _id: 'a' }, { $inc: { n: 5 } }); 'written' } catch (e) { [e.code, e.codeName, e.hasErrorLabel('TransientTransactionError')] }",
  );
  assert.deepEqual(outcome.value, [112, "WriteConflict", true]);
  run(shell, "session.abortTransaction()");
  assert.deepEqual(balance(shell), [11, 0]);
});

test("withTransaction retries after a conflict and returns the result", () => {
  const shell = bank();
  const { value } = run(
    shell,
    `let tries = 0;
    session.withTransaction(() => {
      tries++;
      const a = accounts.findOne({ _id: 'a' });
      if (tries === 1) db.accounts.updateOne({ _id: 'a' }, { $set: { n: 100 } });
      accounts.updateOne({ _id: 'a' }, { $set: { n: a.n - 4 } });
      return tries;
    })`,
  );
  assert.equal(value, 2);
  assert.deepEqual(balance(shell), [96, 0]);
});

test("withTransaction aborts on an exception", () => {
  const shell = bank();
  const { error } = shell.evaluate(
    "session.withTransaction(() => { accounts.deleteMany({}); throw new Error('enough') })",
  );
  assert.match(error?.message ?? "", /enough/);
  assert.deepEqual(balance(shell), [10, 0]);
});

test("withTransaction aborts when an asynchronous function fails", () => {
  const shell = bank();
  const { error } = shell.evaluate(
    "session.withTransaction(async () => { await accounts.deleteMany({ _id: 'b' }); await accounts.insertOne({ _id: 'a' }) })",
  );
  assert.match(error?.message ?? "", /E11000/);
  assert.deepEqual(balance(shell), [10, 0]);
  const { value } = run(
    shell,
    `let tries = 0;
    session.withTransaction(async () => {
      tries++;
      const a = await accounts.findOne({ _id: 'a' });
      if (tries === 1) await db.accounts.updateOne({ _id: 'a' }, { $set: { n: 100 } });
      await accounts.updateOne({ _id: 'a' }, { $set: { n: a.n - 4 } });
      return tries;
    })`,
  );
  assert.equal(value, 2);
  assert.deepEqual(balance(shell), [96, 0]);
});

test("outside of a transaction a session's operations take effect at once", () => {
  const shell = bank();
  run(shell, "accounts.insertOne({ _id: 'c', n: 1 })");
  assert.deepEqual(balance(shell), [10, 0, 1]);
  run(shell, "session.endSession()");
  assert.match(shell.evaluate("accounts.findOne()").error?.message ?? "", /Use of expired sessions is not permitted/);
});

test("the option session makes an operation part of the transaction", () => {
  const shell = bank();
  run(shell, "session.startTransaction(); db.accounts.updateOne({ _id: 'a' }, { $inc: { n: -4 } }, { session })");
  run(
    shell,
    "db.accounts.insertOne({ _id: 'c', n: 1 }, { session }); db.accounts.deleteOne({ _id: 'b' }, { session })",
  );
  assert.deepEqual(balance(shell), [10, 0]);
  assert.equal(
    run(shell, "db.accounts.find({}, { session }).toArray().length").value,
    2,
    "a projection is not the options",
  );
  assert.equal(run(shell, "db.accounts.find({}, {}, { session }).sort({ _id: 1 }).toArray()[1]._id").value, "c");
  assert.equal(run(shell, "db.accounts.countDocuments({ n: 1 }, { session })").value, 1);
  assert.equal(run(shell, "db.accounts.aggregate([{ $count: 'n' }], { session }).next().n").value, 2);
  assert.equal(
    run(shell, "db.accounts.findOneAndUpdate({ _id: 'c' }, { $inc: { n: 1 } }, { session, returnDocument: 'after' }).n")
      .value,
    2,
  );
  run(shell, "session.commitTransaction()");
  assert.deepEqual(balance(shell), [6, 2]);
});

test("bulk writes take the option session", () => {
  const shell = bank();
  run(shell, "session.startTransaction()");
  run(shell, "db.accounts.bulkWrite([{ deleteOne: { filter: { _id: 'a' } } }], { session })");
  run(
    shell,
    "const bulk = db.accounts.initializeOrderedBulkOp(); bulk.find({ _id: 'b' }).deleteOne(); bulk.execute({ session })",
  );
  run(
    shell,
    "db.getMongo().bulkWrite([{ namespace: 'test.accounts', name: 'insertOne', document: { _id: 'd', n: 4 } }], { session })",
  );
  assert.deepEqual(balance(shell), [10, 0]);
  run(shell, "session.commitTransaction()");
  assert.deepEqual(balance(shell), [4]);
});

test("a session that has ended is refused as an option", () => {
  const shell = bank();
  run(shell, "session.endSession()");
  assert.match(
    shell.evaluate("db.accounts.findOne({}, {}, { session })").error?.message ?? "",
    /Use of expired sessions is not permitted/,
  );
});

test("the connection's bulkWrite writes to several collections", () => {
  const shell = freshShell();
  const { value } = run(
    shell,
    `const done = db.getMongo().bulkWrite([
      { namespace: 'test.a', name: 'insertOne', document: { _id: 1 } },
      { namespace: 'other.b', name: 'updateOne', filter: { _id: 2 }, update: { $set: { x: 1 } }, upsert: true },
      { namespace: 'test.a', name: 'replaceOne', filter: { _id: 1 }, replacement: { y: 1 } },
      { namespace: 'test.a', name: 'deleteMany', filter: {} },
    ], { verboseResults: true });
    [done.insertedCount, done.upsertedCount, done.matchedCount, done.modifiedCount, done.deletedCount,
     done.insertResults.get(0).insertedId, done.updateResults.get(1).upsertedId, done.updateResults.get(2).didUpsert, done.deleteResults.get(3).deletedCount]`,
  );
  assert.deepEqual(value, [1, 1, 1, 1, 1, 1, 2, false, 1]);
  assert.equal(run(shell, "db.getSiblingDB('other').b.countDocuments()").value, 1);
});

test("the connection's bulkWrite reports what failed", () => {
  const shell = freshShell();
  const { value } = run(
    shell,
    `try { db.getMongo().bulkWrite([
      { namespace: 'test.a', name: 'insertOne', document: { _id: 1 } },
      { namespace: 'test.a', name: 'insertOne', document: { _id: 1 } },
    ]); 'written' } catch (e) { [e.name, e.writeErrors.get(1).code, e.partialResult.insertedCount] }`,
  );
  assert.deepEqual(value, ["MongoClientBulkWriteError", 11000, 1]);
});
