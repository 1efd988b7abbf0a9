import assert from "node:assert/strict";
import { test } from "node:test";

import { withSamples, sampleText } from "./samples.js";

const data = "const rows = () => ({ users: [{ _id: 'ann', tags: [1, 2, 3, 4] }, { _id: 'bob' }], none: [] });";
const before = { type: "paragraph" };

test("a sample becomes one row of each kind", () => {
  const text = [before, { type: "code", language: "sample", text: "users" }];
  assert.deepEqual(withSamples({ id: "x", data, text }), [
    before,
    { type: "code", language: "json", text: 'rows.users: {"_id": "ann", "tags": [1, 2, … 2 more]}' },
  ]);
});

test("text without a sample stays unchanged, and a kind without rows is an error", () => {
  const text = [before];
  assert.equal(withSamples({ id: "x", data, text }), text);
  assert.throws(
    () => withSamples({ id: "x", data, text: [{ type: "code", language: "sample", text: "none" }] }),
    /rows\.none/,
  );
});

test("long strings are cut between characters", () => {
  assert.equal(sampleText({ s: "😀".repeat(61) }), `{"s": "${"😀".repeat(60)}…"}`);
});
