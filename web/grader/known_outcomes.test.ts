import assert from "node:assert/strict";
import { test } from "node:test";

import { KnownOutcomes } from "./known_outcomes.js";
import type { PlayedSchedule, SchedulePlan } from "./play_schedule.js";

const act = (): void => undefined;
const between: SchedulePlan = { rivals: [{ gap: 0, act }], lives: null, recovers: null };
const inside: SchedulePlan = { rivals: [{ gap: 0, act, inside: true }], lives: null, recovers: null };

function played(own: readonly number[], rival: readonly number[], hasTransaction = false): PlayedSchedule {
  const received = [own, rival, []].map((bytes) => bytes.flatMap((byte) => [1000, Uint8Array.of(byte)]));
  const counts = { names: [], acted: 0, operations: 0, upserts: [], writes: new Set<number>(), visiting: 0 };
  return { ...counts, ended: true, received, hasTransaction };
}

test("an equal outcome is checked once", () => {
  const outcomes = new KnownOutcomes();
  let checks = 0;
  const once = (plan: SchedulePlan, run: PlayedSchedule, database: readonly number[]): number => {
    outcomes.once(
      plan,
      run,
      () => Uint8Array.from(database),
      () => (checks += 1),
    );
    return checks;
  };
  assert.equal(once(between, played([1, 2], [3]), [7]), 1);
  assert.equal(once({ ...between, rivals: [{ gap: 1, act }] }, played([1, 2], [3]), [7]), 1);
  assert.equal(once(between, played([1, 2], [3]), [8]), 2, "another database");
  assert.equal(once(between, played([1, 4], [3]), [7]), 3, "another reply");
  assert.equal(once(between, played([1], [2, 3]), [7]), 4, "a reply to the other client");
  assert.equal(once(inside, played([1, 2], [3]), [7]), 5, "a rival inside an upsert");
});

test("after a transaction, and after a failure, the invariant is checked again", () => {
  const outcomes = new KnownOutcomes();
  let checks = 0;
  const once = (run: PlayedSchedule, check: () => void): void =>
    outcomes.once(between, run, () => Uint8Array.of(7), check);
  for (let i = 0; i < 2; i++) once(played([1], [], true), () => (checks += 1));
  assert.equal(checks, 2);
  const fails = (): never => {
    throw new Error("it does not hold");
  };
  for (let i = 0; i < 2; i++) assert.throws(() => once(played([1], []), fails), /does not hold/);
});
