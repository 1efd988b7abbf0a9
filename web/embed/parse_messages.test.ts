import assert from "node:assert/strict";
import { test } from "node:test";

import { readHello, readMessage } from "./parse_messages.js";

const PLAIN = {
  exercise: null,
  code: "",
  kept: null,
  recorded: null,
  seed: null,
  checks: null,
  before: [],
  readonly: false,
  alone: false,
  autorun: false,
  view: "output",
  theme: "light",
  height: 0,
};

test("a greeting without options is rejected", () => {
  for (const data of [
    null,
    1,
    "schema-dojo",
    {},
    { type: "schema-dojo" },
    { type: "schema-dojo", options: null },
    { type: "other", options: {} },
  ]) {
    assert.equal(readHello(data), null, JSON.stringify(data));
  }
  assert.deepEqual(readHello({ type: "schema-dojo", options: {} }), PLAIN);
});

test("an option of the wrong shape is ignored", () => {
  const options = {
    exercise: ["reviews"],
    code: 1,
    seed: {},
    checks: [],
    before: "x",
    readonly: "yes",
    alone: 1,
    autorun: 1,
    view: "secret",
    theme: "loud",
    kept: 0,
    recorded: {},
    height: -1,
  };
  assert.deepEqual(readHello({ type: "schema-dojo", options }), PLAIN);
  for (const exercise of ["../secret", "A", "", "a".repeat(81)]) {
    assert.equal(readHello({ type: "schema-dojo", options: { exercise } })?.exercise, null, exercise);
  }
  const right = {
    ...PLAIN,
    exercise: "id-blocks",
    before: ["a"],
    view: "cost",
    theme: "dark",
    readonly: true,
    alone: true,
    kept: "b",
    height: 120,
  };
  assert.deepEqual(readHello({ type: "schema-dojo", options: { ...right, before: ["a", 1] } }), right);
});

test("a message of the wrong shape is dropped", () => {
  for (const data of [
    null,
    [],
    "run",
    {},
    { type: "run" },
    { type: "run", call: "1" },
    { type: "code" },
    { type: "constructor" },
  ]) {
    assert.equal(readMessage(data), null, JSON.stringify(data));
  }
  assert.deepEqual(readMessage({ type: "run", call: 1, before: null }), { type: "run", call: 1, before: [] });
  assert.deepEqual(readMessage({ type: "code", code: "x", more: 1 }), { type: "code", code: "x" });
  assert.deepEqual(readMessage({ type: "theme", theme: "<b>" }), { type: "theme", theme: "light" });
  assert.deepEqual(readMessage({ type: "author", code: "x" }), { type: "author", code: "x" });
  assert.deepEqual(readMessage({ type: "readonly", readonly: 1 }), { type: "readonly", readonly: false });
  assert.deepEqual(readMessage({ type: "sleep", more: 1 }), { type: "sleep" });
});
