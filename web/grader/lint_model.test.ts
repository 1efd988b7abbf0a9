import assert from "node:assert/strict";
import { test } from "node:test";

import { ObjectId } from "bson";

import { guarded, ModelGuard, REACH } from "./lint_model.js";
import { readModel } from "./model/read_model.js";

/** The guard's findings while `run` returns `answer`, as `line: message`; and the value. */
function found(answer: string): { value: unknown; faults: string[] } {
  const guard = new ModelGuard();
  const source = `model({\n start: () => 0, observe: () => [],\n calls: { read: { args: () => [],\n  run: (id) => ${answer},\n } },\n})`;
  const { model, tick } = readModel(guarded(source), { ...guard.names, [REACH]: (promises: unknown) => promises });
  tick(new Date(1_350_000_000_000));
  const value = model.calls.read?.run(new ObjectId("0123456789abcdef01234567"));
  return { value, faults: guard.faults.map(({ file, line, message }) => `${file}:${line}: ${message.split(",")[0]}`) };
}

test("comparisons by identity are found with their lines", () => {
  const cases: [answer: string, says: string][] = [
    ["now() === now()", "it compares a date by ==="],
    ["(now()) != ISODate('2012-10-14')", "it compares a date by !="],
    ["id === new ObjectId(String(id))", "it compares an ObjectId by ==="],
    ["NumberInt(1) !== 1", "it compares an Int32 by !=="],
    ["[now()].indexOf(now())", "it looks for a date by identity"],
    ["[1].includes(now())", "it looks for a date by identity"],
    ["new Map().get(id)", "it looks for an ObjectId by identity"],
    ["({})[now()]", "it looks for a date by identity"],
    ["new Set([now()]).size", "it puts a date into a Set by identity"],
    ["new Map([[id, 1]]).size", "it puts an ObjectId into a Map by identity"],
    ["[10, 9].sort()", "it sorts values that are not strings as strings; pass a comparison to `sort`"],
  ];
  for (const [answer, says] of cases) assert.deepEqual(found(answer).faults, [`model.js:4: ${says}`], answer);
});

test("other comparisons are not reported, and keep their meaning", () => {
  const cases: [answer: string, value: unknown][] = [
    ["Number(now()) === 1_350_000_000_000 && id !== null && now() != undefined", true],
    ["1 === 1 === true", true],
    ["(1)===(1)", true],
    ["[1, 2].map((n) => n === 2)", [false, true]],
    ["['b', 'a'].sort().concat([10, 9].sort((a, b) => a - b))", ["a", "b", 9, 10]],
    ["[...new Set([1, 1])][['length'].indexOf('length')]", 1],
    ["new Map([['a', now()]]).get('a') - now()", 0],
    ["[7, 8]?.[1]", 8],
  ];
  for (const [answer, value] of cases) assert.deepEqual(found(answer), { value, faults: [] }, answer);
});
