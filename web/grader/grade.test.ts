import assert from "node:assert/strict";
import { test } from "node:test";

import { CHECK_COUNT, CHECK_RACE, counter, GOOD, graded, outcome, RACY } from "./counter_exercise.js";
import type { Report } from "./bundle.js";
import type { Observer } from "./world.js";

test("a right answer passes, and the report has the documented shape", () => {
  const report = graded(counter(CHECK_COUNT), GOOD);
  assert.deepEqual(report, {
    exercise: "counter",
    version: 3,
    passed: true,
    stars: 1,
    checks: [{ id: "count", sentence: "A hit counts.", kind: "must", status: "passed", observed: "", hint: "" }],
    meters: {},
    design: null,
  } satisfies Report);
});

test("the report of a wrong answer states the observation", () => {
  const report = graded(counter(CHECK_COUNT), GOOD.replace("hits: 1 }", "hits: 2 }"));
  assert.equal(report.passed, false);
  assert.equal(report.stars, 0);
  assert.match(outcome(report, "count"), /^failed: hits\(p0\): expected (\d+), got (\d+)$/);
});

test("a syntax error is reported once, with its position", () => {
  const report = graded(counter(CHECK_COUNT + CHECK_RACE), `${GOOD}\nfunction more( {`);
  assert.match(
    outcome(report, "count"),
    /^error: The script does not run\. SyntaxError: [^(]*\(line \d+, column \d+\)$/s,
  );
  assert.match(outcome(report, "race"), /^skipped: /);
});

test("stars that are missed for the same reason are both reported as missed", () => {
  const star = (id: string): string => `star("${id}", "${id}", (t) => t.expect.that(false, "two trips"));`;
  const report = graded(counter(CHECK_COUNT + star("three") + star("two")), GOOD);
  assert.deepEqual(
    report.checks.map(({ id, status }) => `${id} ${status}`),
    ["count passed", "three failed", "two failed"],
  );
});

test("a mistake that also shows with a rival is reported once, without one", () => {
  const twice = GOOD.replace("hits: 1 }", "hits: 2 }");
  const report = graded(counter(CHECK_COUNT + CHECK_RACE), twice);
  assert.match(outcome(report, "count"), /^failed: /);
  assert.match(outcome(report, "race"), /^skipped: /);
  const reversed = graded(counter(CHECK_RACE + CHECK_COUNT), twice);
  assert.match(outcome(reversed, "race"), /^failed: With another client/);
  assert.match(outcome(reversed, "count"), /^failed: /, "a fault without a rival is always reported");
});

test("an exception is reported by the first check that it fails", () => {
  const again = CHECK_COUNT.replace('"count"', '"again"');
  const report = graded(
    counter(CHECK_COUNT + again),
    GOOD.replace("return db.pages", "throw new Error('no'); db.pages"),
  );
  assert.match(outcome(report, "count"), /^failed: hits failed: Error: no/);
  assert.match(outcome(report, "again"), /^skipped: /);
});

test("a missing function fails the checks that call it", () => {
  const report = graded(counter(CHECK_COUNT), GOOD.replace("function hits", "function other"));
  assert.equal(outcome(report, "count"), "failed: The script has no function `hits`");
  assert.match(outcome(graded(counter(CHECK_COUNT), "1;"), "count"), /^error: The script has no function `setup`$/);
});

test("an exception is quoted with its position", () => {
  const report = graded(counter(CHECK_COUNT), GOOD.replace("return db.pages.findOne", "return db.pages.fetchOne"));
  assert.match(outcome(report, "count"), /^failed: hits failed: TypeError: .*fetchOne.*\(line 9, column \d+\)$/);
});

test("endless recursion ends the check, not the grader", () => {
  const report = graded(counter(CHECK_COUNT), GOOD.replace("return db.pages", "return hits(db, page), db.pages"));
  assert.match(outcome(report, "count"), /^failed: hits failed: RangeError: Maximum call stack size exceeded/);
});

test("an endless loop of database commands ends the check", () => {
  const report = graded(
    counter(CHECK_COUNT),
    GOOD.replace("return db.pages", "while (db.pages.countDocuments() > 0); return db.pages"),
  );
  assert.match(
    outcome(report, "count"),
    /^failed: hits failed: Error: it has made 2,000 operations, the most that a call may make here, and goes on; .*\(line 9/,
  );
});

test("endless recursion through the database ends the check, and the next one is unaffected", () => {
  // The stack may overflow anywhere: in the script, in the shell, inside the engine.
  for (let depth = 0; depth < 40; depth += 8) {
    const source = GOOD.replace(
      "return db.pages",
      `${"[".repeat(depth)}0${"]".repeat(depth)}; db.pages.findOne({ _id: page }); return hits(db, page), db.pages`,
    );
    const stored = `must("stored", "x", (t) => t.expect.equal(t.fresh().db.pages.countDocuments(), 5));`;
    const report = graded(counter(CHECK_COUNT + stored, { operations: 50_000 }), source);
    assert.match(outcome(report, "count"), /^failed: hits failed: RangeError: Maximum call stack size exceeded/);
    assert.equal(outcome(report, "stored"), "passed: ");
  }
});

test("any returned or thrown value is reported", () => {
  const answers: [string, RegExp][] = [
    ["return { get hits() { throw new Error('no') } }", /hits failed: Error: no/],
    ["const ring = []; ring.push(ring); return ring", /hits failed: RangeError: The value is nested too deeply/],
    ["throw null", /hits failed: Error: null/],
    ["throw { get message() { throw 1 } }", /hits failed: Error: /],
    ["return new Promise(() => {})", /hits failed: \w*Error: /],
    ["return new Proxy({}, { ownKeys() { throw new Error('mine') } })", /hits failed: Error: mine/],
    ["return { _bsontype: 'Long', toString() { throw new Error('mine') } }", /returned a function at `toString`/],
    ["return { _bsontype: 'Long', low: 1 }", /an object that imitates a BSON value is not data/],
    ["return Symbol('x')", /hits returned a symbol$/],
    ["return () => 1", /hits returned a function$/],
    ["return { a: [() => 1] }", /hits returned a function at `a/],
    [
      "return [{ a: { b: [0, db.pages.find()] } }]",
      /hits returned a cursor at `\[0\]\.a\.b\[1\]`; read it with toArray\(\)$/,
    ],
    ["return { a: new Map([['k', [Promise.resolve(1)]]]) }", /hits returned a promise at `a\["k"\]\[0\]`$/],
    [
      "db.pages.find({ $nonsense: 1 }).toArray()",
      /hits failed: MongoServerError: unknown top level operator: \$nonsense/,
    ],
  ];
  for (const [body, says] of answers) {
    const report = graded(counter(CHECK_COUNT), GOOD.replace("return db.pages", `${body}; return db.pages`));
    assert.match(outcome(report, "count"), /^failed: /, body);
    assert.match(outcome(report, "count"), says, body);
  }
  const waiting = graded(counter(CHECK_COUNT), GOOD.replace("function hits", "async function hits"));
  assert.equal(outcome(waiting, "count"), "passed: ", "async functions answer like any other");
});

test("a failing setup is an error", () => {
  const report = graded(counter(CHECK_COUNT), GOOD.replace("_id: page.name", "_id: 1"));
  assert.match(
    outcome(report, "count"),
    /^error: setup failed: MongoBulkWriteError: E11000 duplicate key error.*line 3/s,
  );
});

test("an exception in a check shows the answer that caused it", () => {
  const check = `must("list", "It is a list.", (t) => { t.fresh().call("hits", "p0").map((x) => x); });`;
  assert.match(
    outcome(graded(counter(check), GOOD), "list"),
    /^failed: The answer does not have the promised shape: hits returned \d+$/,
  );
});

test("an answer kept in a variable does not outlive its process", () => {
  const source = `let kept = {};
    function setup(db, rows) { for (const page of rows.pages) kept[page.name] = page.hits; }
    function hit(db, page) { kept[page] = (kept[page] ?? 0) + 1; }
    function hits(db, page) { return kept[page] ?? 0; }`;
  assert.match(outcome(graded(counter(CHECK_COUNT), source), "count"), /^failed: /);
});

test("changes by a script's top-level statements do not count", () => {
  assert.equal(
    graded(counter(CHECK_COUNT), `${GOOD}\ndb.pages.insertOne({ _id: "p0", hits: -5 }); db.pages.drop();`).passed,
    true,
  );
  assert.equal(graded(counter(CHECK_COUNT), `${GOOD}\nprint(hits(db, rows.pages[0].name)); nonsense();`).passed, true);
});

test("an exception in top-level statements is reported", () => {
  const missing = graded(
    counter(CHECK_COUNT),
    `nonsense();\n${GOOD.replace("function hits(db, page) {", "const hits = (db, page) => {")}`,
  );
  assert.match(
    outcome(missing, "count"),
    /^error: The script does not run\. ReferenceError: nonsense is not defined \(line 1, column 1\)$/,
  );
  const early = graded(
    counter(CHECK_COUNT),
    `nonsense();\nconst STEP = 1;\n${GOOD.replace("hits: 1 }", "hits: STEP }")}`,
  );
  assert.match(
    outcome(early, "count"),
    /^failed: hit failed: ReferenceError: .*STEP.*; the script itself had stopped at ReferenceError: nonsense/,
  );
});

test("rows and results are copies", () => {
  const source = GOOD.replace("db.pages.insertMany(", "rows.pages[0].hits += 1; db.pages.insertMany(");
  assert.match(outcome(graded(counter(CHECK_COUNT), source), "count"), /^failed: hits\(p0\)/);
});

test("stars run after the required checks, and checks after those that they depend on", () => {
  const more = `${CHECK_COUNT}
    must("later", "Later.", () => {}, { after: ["count"] });
    star("cheap", "It is cheap.", (t) => t.fail("never"), { hint: "look there" });`;
  const wrong = graded(counter(more), GOOD.replace("hits: 1 }", "hits: 2 }"));
  assert.match(outcome(wrong, "later"), /^skipped: It is tried once this passes: A hit counts\./);
  assert.match(outcome(wrong, "cheap"), /^skipped: /);
  const right = graded(counter(more), GOOD);
  assert.equal(right.passed, true);
  assert.equal(right.stars, 1);
  assert.deepEqual(right.checks[2], {
    id: "cheap",
    sentence: "It is cheap.",
    kind: "star",
    status: "failed",
    observed: "never",
    hint: "look there",
  });
});

test("equal seeds give equal reports, others give other data", () => {
  const bundle = counter(CHECK_COUNT);
  const wrong = GOOD.replace("hits: 1 }", "hits: 2 }");
  assert.deepEqual(graded(bundle, wrong), graded(bundle, wrong));
  assert.notEqual(outcome(graded(bundle, wrong, { seedOffset: 1 }), "count"), outcome(graded(bundle, wrong), "count"));
});

test("progress is reported before each step and at the end", () => {
  const steps: unknown[] = [];
  graded(counter(CHECK_COUNT + CHECK_RACE), RACY, { onProgress: (...step) => steps.push(step) });
  assert.deepEqual(steps, [
    [0, 2, "A hit counts."],
    [1, 2, "Two hits at once both count."],
    [2, 2, "Done"],
  ]);
});

test("a broken exercise is not blamed on the learner", () => {
  for (const bundle of [
    counter("must("),
    counter(""),
    counter(CHECK_COUNT + CHECK_COUNT),
    counter(CHECK_COUNT, { data: "let x;" }),
  ]) {
    assert.match(outcome(graded(bundle, GOOD), "exercise"), /^error: This exercise is broken, and not by you\. /);
  }
});

test("a failure of a program that reads local time names the zone", () => {
  const checked = (body: string): string =>
    outcome(graded(counter(CHECK_COUNT), GOOD.replace("return db.pages", `${body}; return db.pages`)), "count");
  assert.match(checked("return new Date().getHours()"), / \(The program reads local time; .* UTC\+5:45\.\)$/);
  assert.doesNotMatch(checked("return new Date().getUTCHours() + String(new Date())"), /local time/);
});

test("local time is in a fixed foreign zone, wherever the grader runs", () => {
  const asked = `must("zone", "x", (t) => {
    const seen = t.fresh().call("hits", "p");
    t.fail(JSON.stringify(seen));
  });`;
  const source = GOOD.replace(
    "return db.pages",
    `const d = new Date(Date.UTC(2012, 11, 31, 23, 30));
    const e = new Date(d);
    e.setHours(0, 0, 0, 0);
    return [d.getFullYear(), d.getHours(), d.getMinutes(), d.getUTCHours(), d.getTimezoneOffset(), d.toString(), e.toISOString(),
      d.toLocaleTimeString("en-GB"), d.toLocaleTimeString("en-GB", { timeZone: "UTC" }), new Date(NaN).toString(),
      new Date(2013, 0, 1), new Date(13, 0), new Date("2013-01-01T00:00"), new Date("2013-01-01"), Date.parse("2013-01-01 00:00:00Z")]; db.pages`,
  );
  const expected = [
    2013,
    5,
    15,
    23,
    -345,
    "Tue Jan 01 2013 05:15:00 GMT+0545 (Nepal Time)",
    "2012-12-31T18:15:00.000Z",
    "05:15:00",
    "23:30:00",
    "Invalid Date",
    "2012-12-31T18:15:00.000Z",
    "1912-12-31T18:15:00.000Z",
    "2012-12-31T18:15:00.000Z",
    "2013-01-01T00:00:00.000Z",
    Date.UTC(2013, 0, 1),
  ];
  const before = new Date(0).getHours();
  const found = outcome(graded(counter(asked), source), "zone");
  assert.equal(found.replace(/ \(The program reads local time; .*/, ""), `failed: ${JSON.stringify(expected)}`);
  assert.equal(new Date(0).getHours(), before);
});

test("after a pass, a program meets other calls of the model", () => {
  const model = `model({
    start: () => null,
    calls: { hits: { reads: true, args: (g) => ["x" + g.int(0, 1_000_000)], run: () => 0 } },
    observe: () => [["hits", "nobody"]],
  })`;
  const bundle = counter(CHECK_COUNT, { model });
  const asked = (passes?: number): string => {
    const pages: string[] = [];
    const observe = (): Observer => ({
      call: ({ values }) => void pages.push(String(values[0])),
      look: () => undefined,
    });
    graded(bundle, GOOD, { observe, ...(passes !== undefined && { passes }) });
    return pages.join();
  };
  assert.equal(asked(), asked(0));
  assert.notEqual(asked(1), asked(0));
  assert.equal(asked(1), asked(1));
});
