import assert from "node:assert/strict";
import { test } from "node:test";

import type { EngineOptions } from "../shell/engine.js";
import { compare, grade, type Bundle } from "./index.js";
import { costs } from "./measure.js";
import { CHECK_COUNT, CHECK_RACE, counter, GOOD, graded, newEngine, outcome, RACY } from "./counter_exercise.js";

test("a rival in the gap finds a lost update, and reports the schedule", () => {
  const bundle = counter(CHECK_COUNT + CHECK_RACE);
  assert.equal(graded(bundle, GOOD).passed, true);
  const report = graded(bundle, RACY);
  assert.equal(outcome(report, "count"), "passed: ");
  assert.equal(
    outcome(report, "race"),
    "failed: With another client coming in before operation 2 of 2 (update of pages in hit): hits(new): expected 2, got 1",
  );
});

test("a rival acts before, between and after, once each, and leaves no trace", () => {
  const check = `must("gaps", "x", (t) => {
    const w = t.fresh();
    const before = w.call("hits", "p0");
    let runs = 0, visits = 0;
    w.rival((x) => x.call("hit", "p0"), (x) => { visits += 1; x.call("hits", "p0"); }, () => { runs += 1; });
    t.expect.equal([runs, visits], [3, 3], "runs and visits");
    t.expect.equal(w.call("hits", "p0"), before, "hits afterwards");
  });`;
  assert.equal(outcome(graded(counter(check), RACY), "gaps"), "passed: ");
});

const ORDERED = `must("order", "x", (t) => {
  const w = t.fresh();
  const inOrder = (x) => t.expect.ordered(x.call("hits", "all"), w.rows.pages.map(({ hits }) => hits).sort((a, b) => a - b), "hits");
  inOrder(w);
  w.withoutIndexes(inOrder);
  t.expect.equal(w.storage().collections[0].indexes.map(({ name }) => name), ["_id_", "hits_1"], "the indexes afterwards");
});`;

/** Lists the hits of all pages. */
const listing = (query: string): string =>
  GOOD.replace("db.pages.insertMany", "db.pages.createIndex({ hits: 1 });\n  db.pages.insertMany").replace(
    /return db.pages.findOne[^;]*/,
    `return db.pages.${query}.toArray().map((page) => page.hits)`,
  );

test("an order that only an index provides is reported, and the state is restored", () => {
  const observed = outcome(graded(counter(ORDERED), listing("find({ hits: { $gt: 0 } })")), "order");
  assert.match(observed, /^failed: Asked again with all indexes dropped, .*: hits: the right elements/);
  assert.equal(outcome(graded(counter(ORDERED), listing("find().sort({ hits: 1 })")), "order"), "passed: ");
  // A program that names the index itself may rely on it.
  assert.equal(outcome(graded(counter(ORDERED), listing("find().hint({ hits: 1 })")), "order"), "passed: ");
});

test("a learner cannot catch a rival's error", () => {
  const check = `must("caught", "x", (t) => {
    const w = t.fresh();
    w.rival((x) => x.call("hit", "p0"), () => t.fail("the rival saw it"), () => {});
  });`;
  const source = GOOD.replace("db.pages.updateOne", "try { db.pages.findOne(); } catch {}\n db.pages.updateOne");
  assert.match(outcome(graded(counter(check), source), "caught"), /^failed: With another client .*: the rival saw it$/);
});

const CHECK_CRASH = `must("crash", "x", (t) => {
  const w = t.fresh();
  const start = w.call("hits", "p0");
  let recoveries = 0;
  w.crash((x) => x.call("hit", "p0"), () => { recoveries += 1; }, (x) => {
    t.expect.equal(recoveries, 1, "recoveries");
    recoveries = 0;
    const log = x.db.log.countDocuments({ page: "p0" });
    t.expect.equal(x.call("hits", "p0") - start, log, "hits beside the log");
  });
});`;
const LOGGED = GOOD.replace("db.pages.updateOne", "db.log.insertOne({ page });\n  db.pages.updateOne");

test("a crash between two writes is found after one recovery", () => {
  assert.equal(
    outcome(graded(counter(CHECK_CRASH), LOGGED), "crash"),
    "failed: With the client dying after operation 1 of 2 (insert of log in hit): hits beside the log: expected 1, got 0",
  );
});

test("a recovery is interrupted after each operation, also the last, and runs again", () => {
  const check = `must("crash", "x", (t) => {
    const w = t.fresh();
    const seen = new Set();
    w.crash((x) => x.call("hit", "p0"), (x) => { x.call("hit", "p1"); x.call("hit", "p1"); }, (x) => {
      seen.add([x.call("hits", "p0") - w.rows.pages[0].hits, x.call("hits", "p1") - w.rows.pages[1].hits].join());
    });
    t.fail([...seen].sort().join(" "));
  });`;
  // The client dies in one update, or after it; the recovery before, between or after its two.
  assert.equal(outcome(graded(counter(check), GOOD), "crash"), "failed: 0,2 0,3 0,4 1,2 1,3 1,4");
});

test("a dead client stays dead, whatever it catches", () => {
  const stubborn = LOGGED.replace(
    "function hit(db, page) {",
    "function hit(db, page) { for (let i = 0; i < 3; i++) try { return hit1(db, page); } catch {} }\nfunction hit1(db, page) {",
  );
  assert.match(
    outcome(graded(counter(CHECK_CRASH), stubborn), "crash"),
    /^failed: With the client dying after operation 1 of 2/,
  );
});

test("costs are those of the calls, not of the check's own reads", () => {
  const check = `must("cost", "x", (t) => {
    const w = t.fresh({ scale: 10 });
    const meters = w.cost(() => { w.call("hit", "p0"); w.db.pages.find().toArray(); w.call("hits", "p1"); });
    t.expect.equal([meters.roundTrips, meters.docsExamined, meters.nModified, meters.writes], [2, 2, 1, 1], "cost");
    t.expect.that(meters.modelMillis > 9 && meters.modelMillis < 9.2, "two trips, two operations and a little took " + meters.modelMillis + " ms");
    t.expect.that(meters.requestLength > 50 && meters.responseLength > 50, "no bytes on the network");
    t.expect.equal(w.cost(() => w.call("hits", "p0")).nreturned, 1, "a second cost");
  });`;
  assert.equal(outcome(graded(counter(check), GOOD), "cost"), "passed: ");
});

test("a check's operations within `counted` cost as the calls do", () => {
  const check = `must("cost", "x", (t) => {
    const w = t.fresh({ scale: 10 });
    const meters = w.cost(() => { w.call("hit", "p0"); w.counted(() => w.db.pages.find({ _id: "p1" }).toArray()); w.db.pages.find().toArray(); });
    t.expect.equal([meters.roundTrips, meters.docsExamined], [2, 2], "cost");
    t.expect.equal(w.counted(() => w.db.pages.countDocuments({ _id: "p1" })), 1, "what comes back where nothing is counted");
  });`;
  assert.equal(outcome(graded(counter(check), GOOD), "cost"), "passed: ");
});

test("attempt returns the exception", () => {
  const check = `must("attempt", "x", (t) => {
    const w = t.fresh();
    const { error } = w.attempt("hit", "p0");
    t.expect.equal([error.code, error.name], [11000, "MongoServerError"]);
    t.expect.equal(w.attempt("hits", "p0").error, null);
    t.expect.that(t.expect.throws(() => w.call("hit", "p0")) instanceof Error, "no error");
  });`;
  const source = GOOD.replace(
    "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
    "db.pages.insertOne({ _id: page });",
  );
  assert.equal(outcome(graded(counter(check), source), "attempt"), "passed: ");
});

test("clock, storage, cursors and snapshots", () => {
  const check = `must("rest", "x", (t) => {
    const w = t.fresh();
    t.expect.equal(w.clock.now().toISOString(), "2012-10-15T12:00:00.000Z");
    const snapshot = w.snapshot();
    w.clock.advance({ days: 1, hours: 2 });
    w.call("hit", "new");
    t.expect.equal(w.clock.now().toISOString(), "2012-10-16T14:00:00.000Z");
    const [pages] = w.storage().collections;
    t.expect.equal([pages.name, pages.count, pages.indexes.length], ["pages", 6, 1]);
    t.expect.equal(pages.size, w.db.pages.aggregate([{ $group: { _id: null, n: { $sum: { $bsonSize: "$$ROOT" } } } }]).toArray()[0].n);
    w.restore(snapshot);
    snapshot.free();
    t.expect.equal(w.storage().collections[0].count, 5);
    t.expect.equal(w.clock.now().getTime(), Date.UTC(2012, 9, 15, 12));
    t.expect.sameSet(w.call("all").map((page) => page._id), ["p4", "p3", "p2", "p1", "p0"]);
  });`;
  const bundle = counter(check);
  const functions = [...bundle.functions, { name: "all", signature: "all(db)", doc: "" }];
  const report = graded({ ...bundle, functions }, `${GOOD}\nfunction all(db) { return db.pages.find(); }`);
  assert.equal(outcome(report, "rest"), "passed: ");
});

const MEASURED = `${CHECK_COUNT}\nmeasure((w) => { for (const page of w.rows.pages) w.call("hit", page.name); }, { scale: 4 });`;
const design = (file: string, source: string): Bundle["designs"][number] => ({
  file,
  name: file,
  rationale: "",
  source,
});

test("designs are measured on the same calls, and one with the learner's cost is named", () => {
  const designs = [design("inc.js", GOOD), design("twice.js", RACY)];
  const bundle = counter(MEASURED, { designs });
  const report = graded(bundle, `// mine\n${GOOD}`);
  assert.equal(report.meters["roundTrips"], 20);
  assert.equal(report.design, "inc.js");
  assert.equal(graded(bundle, RACY).design, "twice.js");
  const compared = compare(bundle, GOOD, { newEngine });
  assert.deepEqual(
    compared.map(({ name, yours, meters }) => [name, yours, meters["roundTrips"]]),
    [
      ["yours", true, 20],
      ["inc.js", false, 20],
      ["twice.js", false, 40],
    ],
  );
  const [yours] = compared;
  assert.deepEqual(Object.keys(yours?.byFunction ?? {}), ["hit"]);
  assert.equal(yours?.byFunction["hit"]?.calls, 20);
  assert.deepEqual(yours?.byFunction["hit"]?.meters, yours?.meters);
});

test("a grading does not measure designs whose costs are in the bundle", () => {
  const bundle = counter(MEASURED, { designs: [design("inc.js", GOOD), design("twice.js", RACY)] });
  const known = { ...bundle, costs: costs(bundle, { newEngine }) };
  const grading = (graded: Bundle, seedOffset = 0): [design: string | null, engines: number] => {
    let engines = 0;
    const options = { seedOffset, newEngine: (given: EngineOptions) => ((engines += 1), newEngine(given)) };
    return [grade(graded, RACY, options).design, engines];
  };
  const [none, own] = grading({ ...bundle, designs: [] });
  assert.equal(none, null);
  assert.deepEqual(grading(known), ["twice.js", own], "the constants say it");
  assert.deepEqual(grading({ ...bundle }), ["twice.js", own + 2], "both are measured");
  // Other data, whose costs are not in the bundle.
  assert.deepEqual(grading(known, 7), ["twice.js", own + 2]);
  const moved = {
    ...known,
    costs: { "inc.js": known.costs["twice.js"] ?? {}, "twice.js": known.costs["inc.js"] ?? {} },
  };
  assert.equal(grading(moved)[0], "inc.js", "what the bundle says is what counts");
});

test("designs are measured on more data too", () => {
  const bundle = counter(MEASURED, { designs: [design("inc.js", GOOD)] });
  assert.equal(compare(bundle, null, { newEngine, scale: 3 })[0]?.meters["roundTrips"], 60);
});

test("with two designs of equal cost, none is named", () => {
  const designs = [design("a.js", GOOD), design("b.js", GOOD)];
  assert.equal(graded(counter(MEASURED, { designs }), GOOD).design, null);
});

test("functions run as an application's user, without access to the server's records and counters", () => {
  const refused = [
    "db.system.profile.find().toArray()",
    "db.system.profile.aggregate([]).toArray()",
    "db.getSiblingDB('other').system.profile.countDocuments()",
    "db.nothing.aggregate([{ $unionWith: 'system.profile' }]).toArray()",
    "db.nothing.aggregate([{ $facet: { a: [{ $lookup: { from: 'system.profile', pipeline: [], as: 'p' } }] } }]).toArray()",
    "db.createView('v', 'system.profile', [])",
    "db.createView('v', 'pages', [{ $unionWith: { coll: 'system.profile' } }])",
    "db.system.profile.find().explain('executionStats')",
    "db.pages.aggregate([{ $indexStats: {} }]).toArray()",
    "db.pages.aggregate([{ $collStats: { latencyStats: {} } }]).toArray()",
    "db.pages.aggregate([{ $planCacheStats: {} }]).toArray()",
    "db.serverStatus()",
    "db.setProfilingLevel(0, { slowms: 77 })",
    "db.adminCommand({ top: 1 })",
    "db.adminCommand({ TOP: 1 })",
    "db.adminCommand({ setParameter: 1, notablescan: true })",
    "db.runCommand({ planCacheSetFilter: 'pages', query: {}, indexes: [{ _id: 1 }] })",
  ];
  const check = `must("refused", "x", (t) => {
    const { error } = t.fresh().attempt("hits", "p0");
    t.fail(error ? error.code + " " + error.message : "it answered");
  });`;
  for (const command of refused) {
    const said = outcome(
      graded(counter(check), GOOD.replace("return db.pages", `${command}; return db.pages`)),
      "refused",
    );
    assert.match(said, /^failed: 13 not authorized on \w+ to execute command \{ \w+: /, command);
  }
  for (const command of [
    "db.pages.stats()",
    "db.pages.aggregate([{ $collStats: { count: {} } }]).toArray()",
    "db.pages.find().explain()",
    "db.hello()",
  ]) {
    assert.equal(
      outcome(graded(counter(check), GOOD.replace("return db.pages", `${command}; return db.pages`)), "refused"),
      "failed: it answered",
      command,
    );
  }
});

test("a process has randomness and ObjectIds of its own, and a call's sleep advances only its own clock", () => {
  const check = `must("own", "x", (t) => {
    const w = t.fresh();
    const now = w.clock.now().getTime();
    const all = [w.call("hits", "p0"), w.call("hits", "p0"), w.call("hits", "p0")];
    w.restartProcesses();
    all.push(w.call("hits", "p0"));
    const before = w.snapshot();
    const once = w.call("hits", "p1");
    w.restore(before);
    t.expect.equal(w.call("hits", "p1"), once, "the same after coming back");
    t.expect.equal(w.clock.now().getTime(), now, "the clock");
    t.fail(JSON.stringify(all));
  });`;
  const source = GOOD.replace(
    "return db.pages",
    "const from = Date.now(); sleep(50); return [Math.random(), ObjectId().toString(), Date.now() - from]; db.pages",
  );
  const said = outcome(graded(counter(check), source), "own");
  const all = JSON.parse(said.replace("failed: ", "")) as [number, string, number][];
  assert.equal(new Set(all.map(([random]) => random)).size, 4);
  assert.equal(new Set(all.map(([, id]) => id)).size, 4);
  // The first and the third call run in one process, the second and the fourth in two others.
  assert.equal(new Set(all.map(([, id]) => id.slice(8, 18))).size, 3);
  assert.deepEqual(
    all.map(([, , slept]) => slept),
    [50, 50, 50, 50],
  );
});
