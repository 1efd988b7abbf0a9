import assert from "node:assert/strict";
import { test } from "node:test";

import type { OutputItem } from "../shell/output.js";
import { truncateOutput } from "./output_limit.js";

const print = (text: string): OutputItem => ({ kind: "print", text });
const STOP = { kind: "warn", text: "Output stops here: more than 3 lines" };

test("what fits stays as it is", () => {
  for (const items of [[], [print("")], [print("a"), print("b"), print("c")], [print("a\nb"), print("c")], [print("a\nb\nc")]]) {
    assert.deepEqual(truncateOutput(items, 3), items);
  }
});

test("further lines are cut off, inside a text and between texts", () => {
  assert.deepEqual(truncateOutput([print("a"), print("b"), print("c"), print("d")], 3), [print("a"), print("b"), print("c"), STOP]);
  assert.deepEqual(truncateOutput([print("a\nb\nc\nd")], 3), [print("a\nb\nc"), STOP]);
  assert.deepEqual(truncateOutput([print("a"), print("b\nc\nd"), print("e")], 3), [print("a"), print("b\nc"), STOP]);
});

test("what went wrong stays", () => {
  const error: OutputItem = { kind: "error", text: "no" };
  assert.deepEqual(truncateOutput([print("a\nb\nc\nd"), error], 3), [print("a\nb\nc"), error, STOP]);
  assert.deepEqual(truncateOutput([print("a\nb\nc"), error], 3), [print("a\nb\nc"), error]);
});
