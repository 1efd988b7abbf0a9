import assert from "node:assert/strict";
import { test } from "node:test";

import { counter, GOOD, graded, outcome as outcomeOf } from "./counter_exercise.js";
import { KnownOutcomes, type Outcome } from "./known_outcomes.js";

function outcome(own: readonly number[], rival: readonly number[], database = [7], outside = ""): Outcome {
  const received = [own, rival, []].map((bytes) => bytes.flatMap((byte) => [1000, Uint8Array.of(byte)]));
  return { outside, received, database: Uint8Array.from(database) };
}

test("an equal outcome is checked once", () => {
  const outcomes = new KnownOutcomes();
  let checks = 0;
  const once = (one: Outcome): number => {
    outcomes.once(one, () => (checks += 1));
    return checks;
  };
  assert.equal(once(outcome([1, 2], [3])), 1);
  assert.equal(once(outcome([1, 2], [3])), 1);
  assert.equal(once(outcome([1, 2], [3], [8])), 2, "another database");
  assert.equal(once(outcome([1, 4], [3])), 3, "another reply");
  assert.equal(once(outcome([1], [2, 3])), 4, "a reply to the other client");
  assert.equal(once(outcome([1, 2], [3], [7], "inside")), 5, "another value outside");
});

test("after a failure, the invariant is checked again", () => {
  const outcomes = new KnownOutcomes();
  const fails = (): never => {
    throw new Error("it does not hold");
  };
  for (let i = 0; i < 2; i++) assert.throws(() => outcomes.once(outcome([1], []), fails), /does not hold/);
});

/** The text of a check that fails with the number of times that its invariant was checked. */
const counting = (interference: string): string => `must("one", "One.", (t) => {
  const w = t.fresh({ seed: 1 });
  let checks = 0;
  w.rival((w) => w.call("hit", "new"), ${interference}, () => void (checks += 1), { pure: true });
  t.fail("checked " + checks);
});`;

test("after a transaction, the invariant is checked each time", () => {
  const reads = GOOD.replace("db.pages.updateOne(", "db.pages.findOne({ _id: page });\n  db.pages.updateOne(");
  const nothing = counter(counting("() => undefined"));
  // Between operations, and inside the upsert.
  assert.equal(outcomeOf(graded(nothing, reads), "one"), "failed: checked 2");
  const inTransaction = GOOD.replace("function hit(db, page) {", "function hit(outside, page) {")
    .replace(
      "db.pages.updateOne(",
      "session.startTransaction();\n  db.pages.findOne({ _id: page });\n  db.pages.updateOne(",
    )
    .replace(
      "session.startTransaction();",
      `const session = outside.getMongo().startSession();
  const db = session.getDatabase("test");
  session.startTransaction();`,
    )
    .replace("{ upsert: true });", "{ upsert: true });\n  session.commitTransaction();");
  const report = graded(nothing, inTransaction);
  const tried = report.checks[0]?.schedules?.tried ?? 0;
  assert.ok(tried > 3);
  assert.equal(outcomeOf(report, "one"), `failed: checked ${tried}`);
});
