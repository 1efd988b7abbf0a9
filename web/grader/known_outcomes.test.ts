import assert from "node:assert/strict";
import { test } from "node:test";

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
