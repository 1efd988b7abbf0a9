import assert from "node:assert/strict";
import { test } from "node:test";

import type { PlayedModel } from "./model.js";
import { promiseBlocks, withPromises, type TextBlock } from "./promises.js";

const call = { args: () => [], run: () => 0 };
const model: PlayedModel = {
  start: () => 0,
  observe: () => [],
  recover: "repair",
  recoverAfter: { seconds: 31 },
  names: "character by character",
  promises: ["`repair` runs alone."],
  calls: {
    add: { ...call, crash: "repairable", while: ["add", "list", "count"], arguments: "`n` is 1 or more" },
    list: { ...call, reads: true },
    count: { ...call, reads: true, while: ["add"] },
    repair: { ...call, while: [], crash: "never" },
  },
};
const functions = ["setup", "list", "add", "count", "repair"].map((name) => ({ name }));

/** The text of inline content, including nested content. */
const said = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(said).join("")
    : value !== null && typeof value === "object"
      ? String((value as { text?: string }).text ?? said((value as { content?: unknown }).content))
      : "";

test("The table lists concurrency, the state after a crash, and the ranges of arguments", () => {
  const [, table, list] = promiseBlocks(model, { functions }) as [
    TextBlock,
    { rows: unknown[][] },
    { items: unknown[][] },
  ];
  assert.deepEqual(
    table.rows.map((row) => row.map(said)),
    [
      ["list", "every function but repair", "", ""],
      ["add", "every function but repair", "it is done or not done after repair, 31 seconds later", "n is 1 or more"],
      ["count", "every function but repair", "", ""],
      ["repair", "none", "nothing is promised", ""],
    ],
  );
  assert.deepEqual(list.items.map(said), [
    "Between a client's death and the repair, other clients may make calls.",
    "Names: character by character.",
    "repair runs alone.",
    "A call may make at most 2,000 database operations; setup may make 2,000,000.",
  ]);
});

test("With a single client, a sentence replaces the table", () => {
  const calls = {
    visit: { ...call, while: [], crash: "never" as const, arguments: "`page` is a text" },
    visits: { ...call, reads: true },
  };
  const [, list, ...rest] = promiseBlocks(
    { start: () => 0, observe: () => [], calls },
    { functions: ["visit", "visits"].map((name) => ({ name })) },
  ) as [TextBlock, { items: unknown[][] }];
  assert.deepEqual(list.items.map(said), [
    "One client makes one call after another, and none is cut off.",
    "visit: page is a text.",
    "A call may make at most 2,000 database operations; setup may make 2,000,000.",
  ]);
  assert.deepEqual(rest, []);
});

test("A model states in words what only hand-written checks test", () => {
  const calls = {
    visit: { ...call, while: [], crash: "never" as const, beside: "`visits`", died: "the next one goes on" },
  };
  const [, table] = promiseBlocks({ start: () => 0, observe: () => [], calls }, { functions: [{ name: "visit" }] }) as [
    TextBlock,
    { rows: unknown[][] },
  ];
  assert.deepEqual(
    table.rows.map((row) => row.map(said)),
    [["visit", "visits", "the next one goes on"]],
  );
});

test("A call that runs alone is repaired before others", () => {
  const alone = { ...model.calls["add"], ...call, while: [] };
  const [, , list] = promiseBlocks({ ...model, calls: { ...model.calls, add: alone } }, { functions }) as [
    TextBlock,
    TextBlock,
    { items: unknown[][] },
  ];
  assert.equal(said(list.items[0]), "Names: character by character.");
});

test("Promises are added once", () => {
  const once = withPromises([{ type: "paragraph", content: [] }], model, { functions });
  assert.equal(once.length, 4);
  assert.equal(withPromises(once, model, { functions }), once);
});

test("An exercise without a model states only its limit of operations", () => {
  const [, list, ...rest] = promiseBlocks(null, { functions, operations: 40 }) as [TextBlock, { items: unknown[][] }];
  assert.deepEqual(list.items.map(said), ["A call may make at most 40 database operations; setup may make 2,000,000."]);
  assert.deepEqual(rest, []);
});
