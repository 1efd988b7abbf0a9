import assert from "node:assert/strict";
import { test } from "node:test";

import { LearnerError } from "../failure.js";
import { rng } from "../random.js";
import { CHECK_COUNT, counter, GOOD, graded, outcome, RACY } from "../counter_exercise.js";
import { generator } from "./generator.js";
import { Answers, readsOf } from "./history.js";
import { faultOf, MATCHERS } from "./matchers.js";
import { readModel } from "./read_model.js";
import type { World } from "../world.js";

const MODEL = `model({
  start: (rows) => new Map(rows.pages.map((page) => [page.name, page.hits])),
  calls: {
    hit: {
      args: (g, state) => [g.chance(0.3) ? g.name() : g.hot([...state.keys()])],
      run: (state, page) => void state.set(page, (state.get(page) ?? 0) + 1),
      grows: (g, state, n) => ["grown " + (n % 3)],
    },
    hits: { reads: true, args: (g, state) => [g.chance(0.3) ? g.name() : g.hot([...state.keys()])], run: (state, page) => state.get(page) ?? 0 },
  },
  observe: (state) => [...state.keys()].map((page) => ["hits", page]),
})`;

const bundle = counter(CHECK_COUNT, { model: MODEL });

test("A correct program passes all three checks, with the same report each time", () => {
  const report = graded(bundle, GOOD);
  assert.deepEqual(
    report.checks.map(({ id, status }) => `${id} ${status}`),
    ["count passed", "history passed", "rivals passed", "crashes passed"],
  );
  // A call of one operation has no gap.
  const looking = GOOD.replace("db.pages.updateOne(", "db.pages.findOne({ _id: page });\n  db.pages.updateOne(");
  const looked = graded(bundle, looking);
  assert.ok(looked.passed);
  assert.ok((looked.checks[2]?.schedules?.tried ?? 0) > 10);
  assert.deepEqual(graded(bundle, GOOD), report);
  assert.ok(graded(bundle, GOOD, { seedOffset: 7 }).passed);
});

test("A wrong answer is shown with the shortest history", () => {
  // A name with a dot becomes a path.
  const nested = GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    "db.pages.updateOne({ _id: page.split('.')[0] }, { $inc: { hits: 1 } }, { upsert: true });",
  );
  const seen = outcome(graded(bundle, nested), "history");
  assert.match(seen, /^failed: After hit\(db, '[^']*\.[^']*'\): hits\(db, '[^']*'\) returned \d+, promised \d+$/);
  const check = graded(bundle, nested).checks.find(({ id }) => id === "history");
  assert.equal(check?.schedule?.title, "A history of 1 call");
  assert.ok((check?.schedule?.steps.length ?? 0) >= 2);
});

test("A read that names a field of a call's argument is related to that call", () => {
  const far = Array.from({ length: 50 }, (_, at) => ["read", `name ${at}`] as const);
  const calls = { read: { reads: true, args: () => null, run: () => null } };
  const observing = { start: () => null, calls, observe: () => [...far, ["read", "size"] as const, ...far] };
  const reads = readsOf(observing, [null], [{ attrs: { size: 3 } }]);
  assert.deepEqual(reads[0], ["read", "size"]);
  assert.equal(reads.length, 4);
});

test("A race names only those calls before it that it needs", () => {
  // Once any hit has left its mark, hits are no longer atomic.
  const later = GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `if (db.marks.findOne({ _id: 1 })) {
      const found = hits(db, page);
      db.pages.updateOne({ _id: page }, { $set: { hits: found + 1 } }, { upsert: true });
    } else {
      db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });
      db.marks.updateOne({ _id: 1 }, { $set: { at: 1 } }, { upsert: true });
    }`,
  );
  assert.match(
    outcome(graded(bundle, later), "rivals"),
    /^failed: .* at the same moment: .* \(before that: hit\(db, '[^']*'\)\)$/,
  );
});

test("A limit is found by a list that grows past it", () => {
  const cut = GOOD.replace(
    "return db.pages.findOne({ _id: page })?.hits ?? 0;",
    "return Math.min(500, db.pages.findOne({ _id: page })?.hits ?? 0);",
  );
  const few = counter(`must("one", "One.", (t) => t.fresh());`, {
    model: MODEL,
    data: "const rows = () => ({ pages: [{ name: 'p', hits: 1 }] });",
  });
  const limited = { ...few, model: MODEL.replace('"grown " + (n % 3)', '"grown"') };
  assert.match(
    outcome(graded(limited, cut), "history"),
    /After 502 calls of hit, .*: hits\(db, 'grown'\) returned 500, promised 502/,
  );
});

test("A limit is found by rows with a long list, before any call", () => {
  const long = `long: {
    rows: ({ pages }, n) => ({ pages: [...pages, { name: "long", hits: n }] }),
    calls: () => [["hit", "long"], ["hits", "long"]],
  }, observe:`;
  const bundle = counter(CHECK_COUNT, { model: MODEL.replace("observe:", long) });
  assert.ok(graded(bundle, GOOD).passed);
  const cut = GOOD.replace(
    "return db.pages.findOne({ _id: page })?.hits ?? 0;",
    "return Math.min(1000, db.pages.findOne({ _id: page })?.hits ?? 0);",
  );
  assert.equal(
    outcome(graded(bundle, cut), "history"),
    "failed: With 1,100 elements in a list, after hit(db, 'long'): hits(db, 'long') returned 1000, promised 1101",
  );
});

test("Keys that two pairs of names have in common are found", () => {
  const twins = `twins: {
    rows: ({ pages }, twins) => ({ pages: [...pages, ...[...new Set(twins.flat(2))].map((name) => ({ name, hits: 1 }))] }),
    calls: (state, twins) => twins.flatMap(([one, other]) => [["both", ...one], ["both", ...other]]),
  }, observe:`;
  const both = `both: {
    args: () => null,
    run: (state, a, b) => {
      const key = JSON.stringify([a, b]);
      state.set(key, (state.get(key) ?? 0) + 1);
      return state.get(key);
    },
    while: [],
    crash: "never",
  }, hits:`;
  const model = MODEL.replace("observe:", twins)
    .replace("hits:", both)
    .replace("[...state.keys()].map", "[...state.keys()].filter((key) => key[0] !== '[').map");
  const bundle = counter(CHECK_COUNT, { model });
  const functions = [...bundle.functions, { name: "both", signature: "both(db, a, b)", doc: "" }];
  const counting = (key: string): string => `${GOOD}
    function both(db, a, b) {
      return db.pairs.findOneAndUpdate({ _id: ${key} }, { $inc: { n: 1 } }, { upsert: true, returnDocument: "after" }).n;
    }`;
  assert.match(outcome(graded({ ...bundle, functions }, counting("[a, b].join('\\n')")), "history"), /^passed/);
  assert.equal(
    outcome(graded({ ...bundle, functions }, counting("a + ':' + b")), "history"),
    "failed: With names that are the same when they are joined, after 2 calls and both(db, 'a-b', 'c'); " +
      "both(db, 'a', 'b-c'); both(db, 'a:b', 'c'): both(db, 'a', 'b:c') returned 2, promised 1",
  );
});

test("A fault without a rival is not reported as a race, and a race names both calls", () => {
  const seen = graded(bundle, RACY);
  assert.match(outcome(seen, "history"), /^passed/);
  assert.match(
    outcome(seen, "rivals"),
    /^failed: With another client coming in .*hit\(db, .*\) and hit\(db, .*\) at the same moment: then hits/,
  );
  assert.equal(outcome(seen, "crashes").split(":")[0], "skipped");
  const never = GOOD.replace("$inc: { hits: 1 }", "$inc: { hits: 2 }");
  const lone = graded(counter(`must("one", "One.", (t) => t.fresh());`, { model: MODEL }), never);
  assert.match(outcome(lone, "history"), /^failed/);
  assert.match(outcome(lone, "rivals"), /^skipped/);
});

test("A crash between two writes is found", () => {
  const twice = GOOD.replace(
    "$inc: { hits: 1 } }, { upsert: true });",
    "$inc: { hits: 3 } }, { upsert: true });\n  db.pages.updateOne({ _id: page }, { $inc: { hits: -2 } });",
  );
  assert.match(
    outcome(graded({ ...bundle, model: MODEL.replace("hit: {", "hit: { while: [],") }, twice), "crashes"),
    /the client died in hit\(db, /,
  );
});

test("A design that is never half done needs no recovery function", () => {
  const optional = MODEL.replace("hit: {", "hit: { crash: 'repairable',").replace(
    "observe:",
    "recover: 'mend', observe:",
  );
  assert.equal(outcome(graded({ ...bundle, model: optional }, GOOD), "crashes"), "passed: ");
});

test("Without reads, the prescribed collections show the state", () => {
  const { calls, ...rest } = {
    calls: "hit: { args: (g) => [g.name()], run: (pages, page) => void pages.set(page, (pages.get(page) ?? 0) + 1) }",
    start: "(rows) => new Map(rows.pages.map(({ name, hits }) => [name, hits]))",
  };
  const stored = `model({ start: ${rest.start}, calls: { ${calls} }, stored: { pages: (pages) => documents([...pages].map(([_id, hits]) => ({ _id, hits }))) } })`;
  const bundled = counter(`must("one", "One.", (t) => t.fresh());`, { model: stored });
  assert.ok(graded(bundled, GOOD).passed);
  const lost = GOOD.replace("{ $inc: { hits: 1 } }", "{ $inc: { hits: 1 }, $set: { last: true } }");
  assert.match(
    outcome(graded(bundled, lost), "history"),
    /^failed: After hit\(db, .*\): db\.pages\.find\(\): the document with the _id '.*' has true in `last`, which is not expected$/,
  );
});

test("Documents are compared by their _id, field by field", () => {
  const { documents } = MATCHERS;
  const promise = documents([{ _id: 1, a: 2, b: null }]);
  assert.equal(faultOf(promise, [{ b: null, _id: 1, a: 2 }]), null);
  assert.equal(faultOf(promise, []), "has no document with the _id 1");
  assert.equal(faultOf(promise, [{ _id: 1, a: 2 }]), "the document with the _id 1 has no `b`, promised null");
  assert.equal(faultOf(promise, [{ _id: 1, a: 3, b: null }]), "the document with the _id 1 has 3 in `a`, promised 2");
  assert.equal(
    faultOf(promise, [{ _id: 1, a: 2, b: null, c: 5 }]),
    "the document with the _id 1 has 5 in `c`, which is not expected",
  );
  assert.equal(
    faultOf(promise, [{ _id: 1, a: 2, b: null }, { _id: 2 }]),
    "has a document with the _id 2, which is not expected",
  );
});

test("An argument with only methods is shown by their names", () => {
  const banks = MODEL.replace(
    "hits: { reads: true, args: (g, state) => [",
    "hits: { reads: true, args: (g, state) => [",
  ).replaceAll("[g.chance(0.3) ? g.name() : g.hot([...state.keys()])]", '["p", { charge: () => true }]');
  const off = GOOD.replace("$inc: { hits: 1 }", "$inc: { hits: 2 }");
  assert.match(
    outcome(graded(counter(`must("one", "One.", (t) => t.fresh());`, { model: banks }), off), "history"),
    /hit\(db, 'p', \{ charge \}\)/,
  );
});

test("A model without calls, or with an unknown call, is an error of the exercise", () => {
  assert.throws(() => readModel(""), /does not call model/);
  assert.throws(() => readModel("model({ start: () => 0, observe: () => [], calls: {} })"), /it has no calls/);
  assert.throws(
    () =>
      readModel(
        "model({ start: () => 0, observe: () => [], calls: { a: { args: () => [], run: () => 0, while: ['b'] } } })",
      ),
    /which is not a call/,
  );
  assert.throws(
    () =>
      readModel(
        "model({ start: () => 0, observe: () => [], calls: { a: { args: () => [], run: () => 0, crash: 'repairable' } } })",
      ),
    /no `recover`/,
  );
});

test("A promise inside a promise is shown as its text", () => {
  const { anyOrder } = MATCHERS;
  assert.equal(
    faultOf({ name: "ann", classes: [{ id: 1, grades: anyOrder([2, 1]) }] }, null),
    "is null, promised { name: 'ann', classes: [{ id: 1, grades: [ 2, 1 ] }] }",
  );
});

test("Results are compared with promises field by field", () => {
  const { oneOf, anyOrder, sortedBy, within, exactly, satisfies } = MATCHERS;
  assert.equal(faultOf({ waiting: 1 }, { waiting: 1, more: 2 }), null);
  assert.equal(faultOf({ waiting: 1 }, {}), "`waiting` is missing");
  assert.equal(faultOf([3], [10]), "`[0]` is 10, promised 3");
  assert.equal(
    faultOf([{ a: 1 }, { a: 2 }, { a: 3 }], [{ a: 1 }, { a: 3, b: 1 }, { a: 2 }]),
    "has the right elements in another order: place 2 has { a: 3 }, promised { a: 2 }",
  );
  assert.equal(faultOf([1, 2], [1]), "is [ 1 ], promised [ 1, 2 ]");
  assert.equal(faultOf(oneOf(null, false), false), null);
  assert.equal(faultOf(oneOf(null, false), 0), "is 0, promised null or false");
  assert.equal(faultOf(anyOrder([1, 2, 2]), [2, 1, 2]), null);
  assert.match(faultOf(anyOrder([1, 2, 2]), [2, 1, 1]) ?? "", /has 1 once too often/);
  assert.match(faultOf(anyOrder([]), [{ _id: 7 }]) ?? "", /has \{ _id: 7 \}, which is not expected/);
  assert.equal(
    faultOf(
      satisfies((answer) => answer === 1 || "is odd", "one"),
      1,
    ),
    null,
  );
  assert.equal(
    faultOf(
      satisfies((answer) => answer === 1 || "is odd", "one"),
      3,
    ),
    "is odd",
  );
  assert.equal(
    faultOf(
      satisfies((answer) => answer === 1, "one"),
      3,
    ),
    "is 3, promised one",
  );
  const byAge = sortedBy(
    [
      { n: "a", age: 9 },
      { n: "b", age: 5 },
      { n: "c", age: 5 },
    ],
    "age",
    { limit: 2 },
  );
  assert.equal(
    faultOf(byAge, [
      { n: "a", age: 9 },
      { n: "c", age: 5, _id: 1 },
    ]),
    null,
  );
  assert.match(
    faultOf(byAge, [
      { n: "c", age: 5 },
      { n: "a", age: 9 },
    ]) ?? "",
    /is not in order: place 1/,
  );
  assert.equal(faultOf(within(10, 2), 12), null);
  assert.equal(faultOf(within(10, 2), 13), "is 13, promised 10, give or take 2");
  assert.match(faultOf(exactly({ a: 1 }), { a: 1, b: 2 }) ?? "", /promised/);
});

test("Most hot draws collide, and every size stays within its limit", () => {
  const g = generator(rng(1, "test"), { heat: 0.5 });
  const list = Array.from({ length: 50 }, (_, i) => i);
  const draws = Array.from({ length: 400 }, () => g.hot(list));
  assert.ok(draws.filter((value) => value < 2).length > 200);
  assert.ok(draws.some((value) => value > 2));
  assert.ok(Array.from({ length: 100 }, () => g.size(50)).every((size) => size <= 50));
});

test("The report counts the played histories, and a program meets the same histories each time", () => {
  const { tested } = graded(bundle, GOOD);
  assert.ok(tested && tested.histories > 20 && tested.races > 5 && tested.crashes > 2, JSON.stringify(tested));
  assert.deepEqual(graded(bundle, GOOD).tested, tested);
  assert.ok((graded(bundle, GOOD, { brief: true }).tested?.histories ?? 0) < tested.histories);
});

test("Calls that the task keeps apart do not run concurrently", () => {
  const apart = MODEL.replace("grows:", "apart: ([page], other, [otherPage]) => page === otherPage, grows:");
  assert.match(outcome(graded({ ...bundle, model: apart }, RACY), "rivals"), /^passed/);
});

test("Three clients run concurrently where the model says so", () => {
  const three = graded({ ...bundle, model: MODEL.replace("model({", "model({ clients: 3,") }, GOOD);
  assert.ok(three.passed);
  const two = graded(bundle, GOOD).checks[2]?.schedules?.tried ?? 0;
  assert.ok((three.checks[2]?.schedules?.tried ?? 0) > two);
});

test("States can be compared by calls that change them, which are undone", () => {
  const taking = `model({
    start: (rows) => new Map(rows.pages.map((page) => [page.name, 3])),
    calls: {
      put: { args: (g, state) => [g.hot([...state.keys()])], run: (state, page) => void state.set(page, state.get(page) + 1) },
      take: { args: (g, state) => [g.hot([...state.keys()])], run: (state, page) => state.get(page) > 0 && Boolean(state.set(page, state.get(page) - 1)) },
    },
    observe: (state) => [...state].flatMap(([page, count]) => Array(count + 1).fill(["take", page])),
  })`;
  const functions = ["setup(db, rows)", "put(db, page)", "take(db, page)"].map((signature) => ({
    name: signature.split("(")[0] as string,
    signature,
    doc: "",
  }));
  const shelf = { ...counter("", { model: taking }), functions };
  const right = `
    function setup(db, rows) { db.a.insertMany(rows.pages.map(({ name }) => ({ _id: name, n: 3 }))); }
    function put(db, page) { db.a.updateOne({ _id: page }, { $inc: { n: 1 } }); }
    function take(db, page) { return db.a.updateOne({ _id: page, n: { $gt: 0 } }, { $inc: { n: -1 } }).modifiedCount === 1; }`;
  assert.ok(graded(shelf, right).passed);
  assert.match(
    outcome(graded(shelf, right.replace("$inc: { n: 1 }", "$inc: { n: 2 }")), "history"),
    /take\(db, 'p\d+'\) returned true, promised false/,
  );
});

test("A shown history has the simplest arguments that show the fault", () => {
  const doubled = GOOD.replace("$inc: { hits: 1 }", "$inc: { hits: 2 }");
  const few = counter(`must("one", "One.", (t) => t.fresh());`, { model: MODEL });
  const seen = outcome(graded(few, doubled), "history");
  assert.match(seen, /^failed: After hit\(db, 'p0'\): hits\(db, 'p0'\) returned \d+, promised \d+$/);
});

test("Crashes in rejected calls are tried", () => {
  const guarded = MODEL.replace(
    "run: (state, page) => void state.set(page, (state.get(page) ?? 0) + 1)",
    "run: (state, page) => void (state.has(page) && state.set(page, state.get(page) + 1))",
  ).replace("grows:", "while: [], grows_:");
  const undoing = GOOD.replace(
    /function hit[^]*?\n}/,
    `function hit(db, page) {
    const known = db.pages.findOne({ _id: page });
    db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });
    if (!known) db.pages.deleteOne({ _id: page });
  }`,
  );
  const few = counter(`must("one", "One.", (t) => t.fresh());`, { model: guarded });
  assert.match(outcome(graded(few, undoing), "crashes"), /^failed: With the client dying after operation 2 of 3/);
});

test("Every call of a history and of a race receives an argument made from its data anew", () => {
  const pieces = MODEL.replace(
    "args: (g, state) => [g.chance(0.3) ? g.name() : g.hot([...state.keys()])],",
    `args: (g, state) => [g.hot([...state.keys()]), madeFrom([1, 2], "two pieces", (data) => {
      const left = [...data];
      return () => left.shift() ?? null;
    })],`,
  )
    .replace(
      "run: (state, page) => void state.set(page, (state.get(page) ?? 0) + 1)",
      "run: (state, page, { data }) => void state.set(page, state.get(page) + data[0] + data[1])",
    )
    .replace(/grows: .*\n/, "");
  const adding = GOOD.replace("hit(db, page)", "hit(db, page, next)").replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `const all = [];
    for (let piece = next(); piece !== null; piece = next()) all.push(piece);
    db.pages.updateOne({ _id: page }, { $inc: { hits: all.reduce((sum, piece) => sum + piece, 0) } });`,
  );
  const bundled = counter(`must("one", "One.", (t) => t.fresh());`, { model: pieces });
  assert.equal(graded(bundled, adding).passed, true);
  const first = adding.replace("all.reduce((sum, piece) => sum + piece, 0)", "all[0]");
  assert.match(outcome(graded(bundled, first), "history"), /^failed: After hit\(db, 'p0', two pieces\): hits/);
});

/** Increments by compare and set, with this many tries. */
const trying = (tries: number): string =>
  GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `for (let n = 0; n < ${tries}; n++) {
      const seen = hits(db, page);
      if (db.pages.updateOne({ _id: page, hits: seen }, { $set: { hits: seen + 1 } }).modifiedCount === 1) return;
    }`,
  );
const KNOWN_PAGES = MODEL.replaceAll("g.chance(0.3) ? g.name() : ", "").replace(/grows: .*\n/, "");

test("A second try that two other clients defeat is found only with three clients", () => {
  const two = counter(`must("one", "One.", (t) => t.fresh());`, { model: KNOWN_PAGES });
  const three = { ...two, model: KNOWN_PAGES.replace("start:", "clients: 3, start:") };
  assert.match(outcome(graded(two, trying(1)), "rivals"), /^failed/);
  assert.match(outcome(graded(two, trying(2)), "rivals"), /^passed/);
  assert.match(
    outcome(graded(three, trying(2)), "rivals"),
    /^failed: With another client coming in .*, and once more /,
  );
  assert.match(outcome(graded(three, trying(3)), "rivals"), /^passed/);
  assert.equal(graded(three, GOOD).passed, true);
});

test("A look before an insert is caught for values that are not stored yet", () => {
  const looks = GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `if (db.pages.findOne({ _id: page })) db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } });
    else db.pages.updateOne({ _id: page }, { $set: { hits: 1 } }, { upsert: true });`,
  );
  for (const seedOffset of [0, 1, 2, 3, 4])
    assert.match(outcome(graded(bundle, looks, { seedOffset }), "rivals"), /^failed: .* at the same moment/);
});

test("Another client makes two calls in one gap", () => {
  // A turn that is given back in between goes unnoticed.
  const turns = GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `const { turn = 0, hits = 0 } = db.pages.findOne({ _id: page }) ?? {};
    const known = { _id: page, turn: turn === 0 ? { $in: [0, null] } : turn };
    if (db.pages.updateOne(known, { $set: { turn: 1 - turn, hits: hits + 1 } }).matchedCount === 0) hit(db, page);`,
  );
  const known = counter(`must("one", "One.", (t) => t.fresh());`, { model: KNOWN_PAGES });
  assert.match(outcome(graded(known, turns), "rivals"), /^failed: .* at the same moment as .* and then /);
  const single = { ...known, model: KNOWN_PAGES.replace("start:", "singleCalls: true, start:") };
  assert.match(outcome(graded(single, turns), "rivals"), /^passed/);
});

test("A third client acts while the second one is active", () => {
  // Loses an increment while two others are active.
  const guests = GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    `const { guests } = db.desk.findOneAndUpdate({ _id: page }, { $inc: { guests: 1 } }, { upsert: true, returnDocument: "after" });
    if (guests < 3) db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });
    db.desk.updateOne({ _id: page }, { $inc: { guests: -1 } });`,
  );
  const model = KNOWN_PAGES.replace("hit: {", "hit: { crash: 'never',");
  const two = counter(`must("one", "One.", (t) => t.fresh());`, { model });
  assert.equal(graded(two, guests).passed, true);
  const three = { ...two, model: model.replace("start:", "clients: 3, start:") };
  assert.match(
    outcome(graded(three, guests), "rivals"),
    /^failed: With another client .*, and a third one before operation/,
  );
});

test("Several expected states are compared with one read of each value", () => {
  const calls: unknown[] = [];
  const world = {
    call: (...call: unknown[]) => {
      calls.push(call);
      if (call[1] === "broken") throw new LearnerError("hits failed", undefined);
      return calls.length;
    },
  } as unknown as World;
  const answers = new Answers();
  const reads = ["a", "b", "a", "broken", "broken"].map((page) => answers.of(world, ["hits", page]));
  assert.deepEqual(
    reads.map(({ value, error }) => error?.message ?? value),
    [1, 2, 1, "hits failed", "hits failed"],
  );
  assert.equal(calls.length, 3);
});
