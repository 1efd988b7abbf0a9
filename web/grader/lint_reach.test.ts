import assert from "node:assert/strict";
import { test } from "node:test";

import { ReachGuard } from "./lint_reach.js";
import type { Model, ModelCall } from "./model/model.js";

/** The guard's faults after these calls of `of(…)`, as arguments with their answer. */
function faultsOf(
  calls: readonly (readonly [args: readonly unknown[], answer: unknown])[],
  call: Partial<ModelCall> = {},
  rest: Partial<Model> = {},
): string[] {
  const reach = new ReachGuard();
  const { of } = reach.watched({
    start: () => 0,
    calls: { of: { args: () => [], run: () => undefined, ...call } },
    ...rest,
  }).calls;
  for (const [args, answer] of calls) {
    of?.run(0, ...args);
    of?.took?.(0, answer, ...args);
  }
  return reach.faults.map(({ message }) => message.split(":")[0] as string);
}

const list = (length: number): number[] => Array<number>(length).fill(0);

test("a list that is never long needs a reason", () => {
  const short = ["the longest list of of has 20 elements"];
  assert.deepEqual(faultsOf([[[], list(20)]]), short);
  assert.deepEqual(faultsOf([[[], { pages: [{ rows: list(20) }] }]]), short);
  assert.deepEqual(faultsOf([[[], list(20)]], { short: "a page has 20 rows" }), []);
  assert.deepEqual(faultsOf([[[], list(1_001)]]), []);
  assert.deepEqual(faultsOf([[[], 7]]), []);
});

test("a reason for short lists is refused if one is long", () => {
  assert.deepEqual(faultsOf([[[], list(1_001)]], { short: "a page has 20 rows" }), [
    "of says why its lists are short, and has returned one of 1001 elements",
  ]);
});

test("names that never collide when they are joined need a reason", () => {
  const apart = ["no two calls of of have arguments that are the same text when they are joined"];
  const collide = [
    [["ann1", 12], 0],
    [["ann11", 2], 0],
  ] as const;
  assert.deepEqual(faultsOf([[["ann", "bob"], 0]]), apart);
  assert.deepEqual(faultsOf([[[{ user: "ann", book: 1 }], 0]]), apart);
  assert.deepEqual(faultsOf([...collide, [["ann1", 12], 0]]), []);
  assert.deepEqual(faultsOf([[["ann", "bob"], 0]], {}, { twins: "they are never one key" }), []);
  assert.deepEqual(faultsOf([[["ann", new Date(0)], 0]]), []);
  assert.deepEqual(faultsOf([[[1, 2], 0]]), apart);
  assert.deepEqual(
    faultsOf([
      [[1, 12], 0],
      [[11, 2], 0],
    ]),
    [],
  );
});
