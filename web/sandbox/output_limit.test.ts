import assert from "node:assert/strict";
import { test } from "node:test";

import type { OutputItem } from "../shell/output.js";
import { truncateOutput } from "./output_limit.js";

const print = (text: string): OutputItem => ({ kind: "print", text });
const left = (lines: string): OutputItem => ({ kind: "warn", text: `… ${lines} more lines …` });

test("output within the limit stays unchanged", () => {
  for (const items of [
    [],
    [print("")],
    [print("a"), print("b"), print("c")],
    [print("a\nb"), print("c")],
    [print("a\nb\nc")],
  ]) {
    assert.deepEqual(truncateOutput(items, 3), items);
  }
});

test("lines between head and tail are omitted, inside a text and between texts", () => {
  assert.deepEqual(truncateOutput([print("a"), print("b"), print("c"), print("d"), print("e")], 3), [
    print("a"),
    print("b"),
    left("2"),
    print("e"),
  ]);
  assert.deepEqual(truncateOutput([print("a\nb\nc\nd\ne")], 3), [print("a\nb"), left("2"), print("e")]);
  assert.deepEqual(truncateOutput([print("a"), print("b\nc\nd"), print("e\nf")], 3), [
    print("a"),
    print("b"),
    left("3"),
    print("f"),
  ]);
  const many = Array.from({ length: 30_000 }, (_, n) => print(`line ${n}`));
  const kept = truncateOutput(many, 5_000);
  assert.deepEqual(
    [kept.length, kept[2_499], kept[2_500], kept[2_501], kept.at(-1)],
    [5_001, print("line 2499"), left("25,000"), print("line 27500"), print("line 29999")],
  );
});

test("errors and warnings stay", () => {
  const error: OutputItem = { kind: "error", text: "no\nnot at all" };
  assert.deepEqual(truncateOutput([print("a\nb\nc"), error, print("d\ne")], 3), [
    print("a\nb"),
    left("2"),
    error,
    print("e"),
  ]);
  assert.deepEqual(truncateOutput([print("a\nb\nc"), error], 3), [print("a\nb\nc"), error]);
});
