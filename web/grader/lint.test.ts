import assert from "node:assert/strict";
import { test } from "node:test";

import { checkLines, syntaxErrorText, lint } from "./lint.js";
import { validateExercise, type Exercise } from "./validate_exercise.js";
import { CHECK_COUNT, CHECK_RACE, counter, GOOD, newEngine, RACY } from "./counter_exercise.js";

const DOUBLED = {
  file: "doubled.js",
  fails: "count",
  says: "",
  source: `// Twice.\n// fails: count\n${GOOD.replace("hits: 1 }", "hits: 2 }")}`,
};

function exercise(checks: string, more: Partial<Exercise> = {}): Exercise {
  const designs = [{ file: "inc.js", name: "Inc", rationale: "x", source: GOOD }];
  const wrong = [
    { file: "racy.js", fails: "race", says: "expected 2", source: `// Late.\n// fails: race\n${RACY}` },
    DOUBLED,
  ];
  const starter = GOOD.replace("db.pages.updateOne", "return; db.pages.updateOne");
  return {
    ...counter(`${checks}\n// No model: a single function.\nmeasure((w) => w.call("hit", "p0"));`, { designs }),
    track: "trees",
    starter,
    wrong,
    ...more,
  };
}

test("faults are reported with file and line", () => {
  const found = lint(
    exercise("must('x', 'x', (t) => {\n  t.expect.that(1 > 2);\n  t.fail();\n  t.expect.that(1, 'two');\n});", {
      data: "let x;\nlet x;",
    }),
  );
  assert.deepEqual(
    found.map(({ file, line }) => `${file}:${line}`),
    ["data.js:2", "checks.js:2", "checks.js:3"],
  );
  assert.equal(
    syntaxErrorText({ track: "trees", id: "a" }, { file: "data.js", line: 2, message: "m" }),
    "exercises/trees/a/data.js:2: m",
  );
});

test("an exercise has a model or a reason for having none", () => {
  const bare = { ...exercise(CHECK_COUNT), checks: CHECK_COUNT };
  const missing = lint(bare).map((fault) => syntaxErrorText(bare, fault));
  assert.deepEqual(missing, [
    "exercises/trees/counter/checks.js: there is no model.js, and no line `// No model: …` says why",
  ]);
  assert.deepEqual(
    lint({ ...bare, model: "model({" }).map(({ file, line }) => `${file}:${line}`),
    ["model.js:1"],
  );
  assert.deepEqual(lint(exercise(CHECK_COUNT)), []);
});

test("a model that compares dates by identity is a fault", () => {
  const model = `model({
    start: (rows) => ({ hits: new Map(rows.pages.map(({ name, hits }) => [name, hits])), last: now() }),
    calls: {
      hit: { args: (g, { hits }) => [g.hot([...hits.keys()])],
             run: (state, page) => void (state.last === now() || state.hits.set(page, state.hits.get(page) + 1)) },
      hits: { reads: true, args: (g, { hits }) => [g.hot([...hits.keys()])], run: ({ hits }, page) => hits.get(page) },
    },
    observe: ({ hits }) => [...hits.keys()].map((page) => ["hits", page]),
  });`;
  const found = validateExercise(exercise(CHECK_COUNT + CHECK_RACE, { model }), newEngine).faults;
  assert.ok(
    found.some((fault) => fault.startsWith("exercises/trees/counter/model.js:5: it compares a date by ===")),
    found.join("\n"),
  );
});

test("checks are found by their ids, computed ones too", () => {
  const source = 'must("a", "x", f);\nfor (const n of [1, 2]) {\n  must(`b-${n}.x`, "x", f);\n}\nstar("c", "x", f);';
  assert.deepEqual(["a", "b-2.x", "c", "b-2", "d"].map(checkLines(source)), [1, 3, 5, 0, 0]);
});

test("a valid exercise has no fault", () => {
  const { faults, checks, wrong } = validateExercise(exercise(CHECK_COUNT + CHECK_RACE), newEngine);
  assert.deepEqual({ faults, checks, wrong }, { faults: [], checks: 2, wrong: 2 });
});

test("a false statement is reported with its position", () => {
  const late = { wrong: [{ file: "good.js", fails: "race", says: "x", source: `// Late.\n// fails: race\n${GOOD}` }] };
  assert.deepEqual(
    validateExercise(exercise(CHECK_COUNT + CHECK_RACE, late), newEngine).faults.map((fault) =>
      fault.replace(/ is passed.*/, ""),
    ),
    [
      "exercises/trees/counter/wrong/good.js:2: seeds + 0: race",
      "exercises/trees/counter/wrong/good.js:2: seeds + 5000: race",
    ],
  );
  const designs = [
    { file: "bad.js", name: "Bad", rationale: "x", source: GOOD.replace("db.pages.updateOne", "db.pages.amendOne") },
  ];
  const { faults } = validateExercise(exercise(`\n${CHECK_COUNT}${CHECK_RACE}`, { designs }), newEngine);
  assert.match(
    faults[0] ?? "",
    /^exercises\/trees\/counter\/designs\/bad\.js:6: seeds \+ 0: the check count \(checks\.js:2\) is failed: hit failed/,
  );
  assert.ok(
    faults.some((fault) => /counter\/checks\.js:8: the check race is passed by no design$/.test(fault)),
    faults.join("\n"),
  );
});

test("a check that no wrong answer fails is a fault, and failing the starter does not count", () => {
  const idle = 'must("idle", "x", (t) => {\n  t.fresh();\n});';
  assert.deepEqual(validateExercise(exercise(`${CHECK_COUNT}${CHECK_RACE}\n${idle}`), newEngine).faults, [
    "exercises/trees/counter/checks.js:11: no wrong answer fails the check idle",
  ]);
  // In any order: one failing check is enough.
  assert.deepEqual(
    validateExercise(exercise(`${CHECK_COUNT}${CHECK_RACE}`, { wrong: [DOUBLED] }), newEngine).faults,
    [],
  );
  const star = 'star("cheap", "x", (t) => {\n  t.fail("never");\n});';
  assert.deepEqual(validateExercise(exercise(`${CHECK_COUNT}${CHECK_RACE}\n${star}`), newEngine).faults, [
    "exercises/trees/counter/checks.js:11: the check cheap is passed by no design",
  ]);
});
