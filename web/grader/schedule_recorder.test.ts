import assert from "node:assert/strict";
import { test } from "node:test";

import type { CheckReport, Schedules, Step } from "./bundle.js";
import { CHECK_COUNT, CHECK_RACE, counter, GOOD, graded, outcome, RACY } from "./counter_exercise.js";

function failed(checks: string, source: string): CheckReport {
  const [check] = graded(counter(checks), source).checks;
  assert.equal(check?.status, "failed", check?.observed);
  return check as CheckReport;
}

const lines = (steps: readonly Step[] = []): string[] => steps.map(({ who, operation }) => `${who}: ${operation}`);

test("a race is shown step by step, with the documents of each", () => {
  const { schedule } = failed(CHECK_RACE, RACY);
  assert.equal(schedule?.title, "With another client coming in before operation 2 of 2 (update of pages in hit)");
  assert.deepEqual(lines(schedule?.steps), [
    "you: db.pages.find({ _id: 'new' }).limit(1)",
    "rival: db.pages.find({ _id: 'new' }).limit(1)",
    "rival: db.pages.updateOne({ _id: 'new' }, { '$set': { hits: 1 } }, { upsert: true })",
    "you: db.pages.updateOne({ _id: 'new' }, { '$set': { hits: 1 } }, { upsert: true })",
  ]);
  assert.deepEqual(
    schedule?.steps.map(({ note }) => note ?? null),
    ["hit(db, 'new')", "hit(db, 'new')", null, "hit(db, 'new')"],
  );
  const hits = { namespace: "test.pages", id: '"new"', before: null, after: '{"_id":"new","hits":{"$numberInt":"1"}}' };
  assert.deepEqual(
    schedule?.steps.map(({ changed }) => changed),
    [[], [], [hits], []],
  );
});

test("the number of schedules is reported, and limited", () => {
  const check = `must("race", "x", (t) => {
    const w = t.fresh();
    w.rival((x) => x.call("hit", "new"), (x) => x.call("hit", "new"), () => {}, LIMIT);
  });`;
  const counts = (limit: string): Schedules | undefined =>
    graded(counter(check.replace("LIMIT", limit)), GOOD).checks[0]?.schedules;
  // Before, after, and inside the upsert that matches nothing.
  assert.deepEqual(counts("{}"), { tried: 3, possible: 3 });
  // All are next to a write.
  assert.deepEqual(counts("{ limit: 1 }"), { tried: 3, possible: 3 });
  assert.deepEqual(counts("{ pairs: true }"), { tried: 6, possible: 6 });
  assert.deepEqual(counts("{ pairs: true, limit: 4 }"), { tried: 4, possible: 6 });
  assert.equal(graded(counter('must("x", "x", () => {});'), GOOD).checks[0]?.schedules, undefined);
});

/** An upsert by a name other than _id, with and without an index on it. */
const BY_NAME = GOOD.replace("_id: page.name", "name: page.name").replaceAll("{ _id: page }", "{ name: page }");
const UNIQUE = BY_NAME.replace(
  "db.pages.insertMany",
  "db.pages.createIndex({ name: 1 }, { unique: true });\n  db.pages.insertMany",
);

test("two upserts at once are one document under a unique index, and two without", () => {
  const { observed, schedule } = failed(CHECK_RACE, BY_NAME);
  assert.match(
    observed,
    /^With another client coming in while operation 1 of 1 \(update of pages in hit\) has found nothing and is about to insert: /,
  );
  assert.deepEqual(
    schedule?.steps.map(({ who, changed }) => [who, changed.map(({ before }) => before)]),
    [
      ["you", [null]],
      ["rival", [null]],
    ],
  );
  assert.match(outcome(graded(counter(CHECK_RACE), UNIQUE), "race"), /^passed/);
  const claim = (source: string): string =>
    source.replace("db.pages.updateOne({ name: page }, { $inc", "db.pages.findOneAndUpdate({ name: page }, { $inc");
  assert.match(outcome(graded(counter(CHECK_RACE), claim(BY_NAME)), "race"), /^failed/);
  assert.match(outcome(graded(counter(CHECK_RACE), claim(UNIQUE)), "race"), /^passed/);
});

test("an upsert whose filter has more than the unique key gets the duplicate key error", () => {
  const asking = (more: string): string =>
    UNIQUE.replace("updateOne({ name: page }", `updateOne({ name: page, ${more} }`);
  assert.match(failed(CHECK_RACE, asking("hits: { $lt: 100 }")).observed, /E11000 duplicate key/);
  const found = UNIQUE.replace("updateOne({ name: page }", "findOneAndUpdate({ name: page, hits: { $lt: 100 } }");
  assert.match(failed(CHECK_RACE, found).observed, /E11000 duplicate key/);
  const spelled = UNIQUE.replace("updateOne({ name: page }", "updateOne({ $and: [{ name: { $eq: page } }] }");
  assert.match(outcome(graded(counter(CHECK_RACE), spelled), "race"), /^passed/);
});

/** Increments by comparing first, and retries once if another client was faster. */
const TWICE = GOOD.replace(
  "db.pages.updateOne({ _id: page }, { $inc: { hits: 1 } }, { upsert: true });",
  `for (let tries = 0; tries < 2; tries++) {
    const found = hits(db, page);
    if (db.pages.updateOne({ _id: page, hits: found }, { $set: { hits: found + 1 } }).modifiedCount === 1) return;
  }`,
);
const race = (options: string): string => `must("race", "x", (t) => {
  const w = t.fresh();
  const { name, hits } = w.rows.pages[0];
  let visits = 0;
  w.rival((x) => { visits = 0; x.call("hit", name); }, (x) => { visits += 1; x.call("hit", name); },
    (x) => t.expect.equal(x.call("hits", name), hits + 1 + visits, "hits"), ${options});
});`;

test("a client that gives up after two tries needs a rival that acts twice", () => {
  assert.equal(outcome(graded(counter(race("{}")), TWICE), "race"), "passed: ");
  const { observed, schedule } = failed(race("{ pairs: true }"), TWICE);
  const place =
    "With another client coming in before operation 2 of 2 (update of pages in hit), and once more before operation 4";
  assert.ok(observed.startsWith(`${place}: hits: expected`), observed);
  assert.deepEqual(
    schedule?.steps.map(({ who }) => who),
    ["you", "rival", "rival", "you", "you", "rival", "rival", "you"],
  );
  assert.equal(outcome(graded(counter(race("{ pairs: true }")), GOOD), "race"), "passed: ");
});

test("the second action may be another one", () => {
  const check = race(
    `{ pairs: (x) => { visits += 1; x.call("hit", name); x.db.pages.updateOne({ _id: "p1" }, { $set: { hits: -1 } }); } }`,
  ).replace("hits + 1 + visits,", 'hits + 1 + visits + (x.call("hits", "p1") < 0 ? 1 : 0),');
  assert.match(
    outcome(graded(counter(check), GOOD), "race"),
    /^failed: With another client .* and once more .*: hits: expected/,
  );
});

/** Moves a page's hits to another page in two writes, with a record from which the move can be completed. */
const MOVE = (recover: string): string => `${GOOD}
function move(db) {
  db.todo.insertOne({ _id: 1 });
  db.pages.updateOne({ _id: "p0" }, { $inc: { hits: -1 } });
  db.pages.updateOne({ _id: "p1" }, { $inc: { hits: 1 } });
  db.todo.deleteOne({ _id: 1 });
}
function recover(db) { ${recover} }`;
const functions = ["setup", "hits", "move", "recover"].map((name) => ({ name, signature: name, doc: "" }));
const CRASH = `must("crash", "x", (t) => {
  const w = t.fresh();
  const total = (x) => x.call("hits", "p0") + x.call("hits", "p1");
  const before = total(w);
  w.crash((x) => x.call("move"), (x) => x.call("recover"), (x) => t.expect.equal(total(x), before, "the total"), OPTIONS);
});`;

test("a recovery that does not survive a crash of its own is found", () => {
  // Removes the record before the move is complete.
  const sums = `const d = db.pages.findOne({ _id: "start" });`;
  const hasty = `${sums} const todo = db.todo.findOne(); if (!todo) return;
    const p0 = hits(db, "p0"); const p1 = hits(db, "p1");
    db.todo.deleteOne({ _id: 1 });
    if (p0 + p1 !== todo.total) db.pages.updateOne({ _id: "p1" }, { $inc: { hits: todo.total - p0 - p1 } });`;
  const source = MOVE(hasty).replace(
    "insertOne({ _id: 1 })",
    'insertOne({ _id: 1, total: hits(db, "p0") + hits(db, "p1") })',
  );
  const report = graded(counter(CRASH.replace("OPTIONS", "{}"), { functions }), source);
  assert.match(
    outcome(report, "crash"),
    /^failed: With the client dying after operation 4 of 6 \(update of pages in move\), and then dying in its recovery after operation 5 of 6 \(delete of todo in recover\): the total/,
  );
  const who = report.checks[0]?.schedule?.steps.map((step) => step.who) ?? [];
  assert.deepEqual(who.slice(0, 5), ["you", "you", "you", "you", "crash"]);
  assert.deepEqual(who.slice(5, 11), [...Array<string>(5).fill("recovery"), "crash"]);
  const swapped = source
    .replace("db.todo.deleteOne({ _id: 1 });\n    if", "if")
    .replace("p0 - p1 } });", "p0 - p1 } }); db.todo.deleteOne({ _id: 1 });");
  assert.equal(outcome(graded(counter(CRASH.replace("OPTIONS", "{}"), { functions }), swapped), "crash"), "passed: ");
});

test("a rival may act while a client dies and recovers", () => {
  // The recovery's read is stale when it writes.
  const stale = `const todo = db.todo.findOne(); if (!todo) return;
    const [p0, p1] = [hits(db, "p0"), hits(db, "p1")];
    if (p0 + p1 !== todo.total) db.pages.updateOne({ _id: "p1" }, { $set: { hits: todo.total - p0 } });
    db.todo.deleteOne({ _id: 1 });`;
  const source = MOVE(stale).replace(
    "insertOne({ _id: 1 })",
    'insertOne({ _id: 1, total: hits(db, "p0") + hits(db, "p1") })',
  );
  assert.equal(outcome(graded(counter(CRASH.replace("OPTIONS", "{}"), { functions }), source), "crash"), "passed: ");
  const moving = CRASH.replace(
    "OPTIONS",
    '{ rival: (x) => { x.db.pages.updateOne({ _id: "p1" }, { $inc: { hits: 5 } }); x.db.pages.updateOne({ _id: "p0" }, { $inc: { hits: -5 } }); } }',
  );
  assert.match(
    outcome(graded(counter(moving, { functions }), source), "crash"),
    /^failed: With the client dying after operation \d of 6 \(.*\), and another client coming in before operation \d .*: the total/,
  );
});

test("a failure nested in another has the steps of both", () => {
  const check = `must("both", "x", (t) => {
    const w = t.fresh();
    w.rival((x) => x.call("hit", "p0"), (x) => x.call("hit", "p1"), (x) =>
      x.crash((y) => y.call("hit", "p2"), null, () => t.fail("no")));
  });`;
  const { observed, schedule } = failed(check, GOOD);
  const title =
    "With another client coming in before operation 1 of 1 (update of pages in hit), and with the client dying before its first operation (update of pages in hit)";
  assert.equal(observed, `${title}: no`);
  assert.equal(schedule?.title, title);
  assert.deepEqual(
    schedule?.steps.map(({ who }) => who),
    ["rival", "you", "crash"],
  );
});

const TRANSACTION = `${GOOD}
function move(db) {
  const session = db.getMongo().startSession();
  session.withTransaction(() => {
    const pages = session.getDatabase("test").pages;
    const found = pages.findOne({ _id: "p0" }).hits;
    pages.updateOne({ _id: "p0" }, { $set: { hits: found - 1 } });
    pages.updateOne({ _id: "p1" }, { $inc: { hits: 1 } });
  });
  session.endSession();
}
function recover(db) {}`;

test("a crash aborts the client's transaction, which has no effect", () => {
  assert.equal(
    outcome(graded(counter(CRASH.replace("OPTIONS", "{}"), { functions }), TRANSACTION), "crash"),
    "passed: ",
  );
  const gone = `must("gone", "x", (t) => {
    const w = t.fresh();
    w.crash((x) => x.call("move"), null, (x) => { x.call("move"); t.expect.that(x.call("hits", "p0") < w.rows.pages[0].hits, "not moved"); });
  });`;
  assert.equal(outcome(graded(counter(gone, { functions }), TRANSACTION), "gone"), "passed: ");
});

test("a rival's write conflicts with a transaction, which is retried", () => {
  const check = `must("conflict", "x", (t) => {
    const w = t.fresh();
    const [p0] = w.rows.pages;
    w.rival((x) => x.call("move"), (x) => x.call("RIVAL", "p0"), (x) =>
      t.expect.equal(x.call("hits", "p0"), p0.hits - 1 + CHANGE, "p0"));
  });`;
  const all = [...functions, { name: "hit", signature: "hit", doc: "" }];
  const hit = check.replace("RIVAL", "hit").replace("CHANGE", "1");
  assert.equal(outcome(graded(counter(hit, { functions: all }), TRANSACTION), "conflict"), "passed: ");
  const both = check.replace("RIVAL", "move").replace("CHANGE", "-1");
  assert.equal(outcome(graded(counter(both, { functions: all }), TRANSACTION), "conflict"), "passed: ");
  const once = TRANSACTION.replace("session.withTransaction(() => {", "session.startTransaction(); {").replace(
    "  });\n  session.end",
    "  }\n  session.commitTransaction();\n  session.end",
  );
  const report = graded(counter(hit, { functions: all }), once);
  assert.match(
    outcome(report, "conflict"),
    /^failed: With another client coming in before operation \d of \d \(.*\): move failed: MongoServerError: .*Write conflict/,
  );
});

test("a rival that retries waits for the transaction that blocks it", () => {
  const byHand = (tries: string, before: string): string => `${GOOD}
function move(db) {
  ${before}
  for (let tried = 0; ${tries}; tried++) {
    const session = db.getMongo().startSession();
    try {
      session.startTransaction();
      const pages = session.getDatabase("test").pages;
      const found = pages.findOne({ _id: "p0" }).hits;
      pages.updateOne({ _id: "p0" }, { $set: { hits: found - 1 } });
      pages.updateOne({ _id: "p1" }, { $inc: { hits: 1 } });
      session.commitTransaction();
      return;
    } catch (error) {
      if (session.inTransaction()) session.abortTransaction();
      if (!error.hasErrorLabel("TransientTransactionError")) throw error;
    } finally {
      session.endSession();
    }
  }
  throw new Error("too busy");
}`;
  const check = `must("conflict", "x", (t) => {
    const w = t.fresh();
    const [p0] = w.rows.pages;
    w.rival((x) => x.call("move"), (x) => x.call("move"), (x) => {
      t.expect.equal(x.call("hits", "p0"), p0.hits - 2, "p0");
      t.expect.that(x.db.log.countDocuments() === LOGGED, "logged once a move");
    });
  });`;
  const graders = (tries: string, before: string, logged: string): string =>
    outcome(graded(counter(check.replace("LOGGED", logged), { functions }), byHand(tries, before)), "conflict");
  assert.equal(graders("tried < 5", "", "0"), "passed: ");
  assert.equal(graders("true", "", "0"), "passed: ");
  assert.equal(graders("true", "db.log.insertOne({});", "2"), "passed: ");
  assert.match(graders("tried < 5", "", "1"), /^failed: .*logged once a move/);
});

test("runs resume at the point where they diverge, once per state, with the same findings", () => {
  const check = (options: string): string => `must("crash", "x", (t) => {
    const w = t.fresh();
    const [page, other] = w.rows.pages.map(({ name }) => name);
    const outside = { asked: [] };
    let calls = 0;
    const seen = [];
    w.crash(
      (x) => { outside.asked = ["action"]; calls += 1; x.call("hit", page); },
      (x) => { outside.asked.push("recovery"); x.call("hits", page); x.call("hit", other); },
      (x) => { seen.push([x.call("hits", page), x.call("hits", other), ...outside.asked].join(" ")); },
      ${options});
    t.fail(JSON.stringify({ calls, seen, left: outside.asked }));
  });`;
  const run = (options: string): { calls: number; seen: string[]; left: string[] } => {
    const { observed, schedules } = failed(check(options), RACY);
    return { ...(JSON.parse(observed) as { calls: number; seen: string[]; left: string[] }), ...schedules };
  };
  const replayed = run("{}");
  const resumed = run("{ outside }");
  assert.deepEqual(new Set(resumed.seen), new Set(replayed.seen));
  assert.equal(replayed.calls, replayed.seen.length + 1);
  assert.equal(resumed.calls, 1);
  // One of the deaths before and after an operation that only reads is enough.
  assert.equal(new Set(resumed.seen).size, resumed.seen.length);
  assert.ok(resumed.seen.length < replayed.seen.length);
  assert.deepEqual(resumed.left, []);
});

/** Useless reads before and after the operations between which a rival causes the fault. */
const diluted = (reads: number): string => {
  const loop = `for (let i = 0; i < ${reads}; i++) hits(db, "p0");`;
  return RACY.replace("const found = hits(db, page);", `${loop}\n  const found = hits(db, page);`).replace(
    /(\$set: .*)/,
    `$1\n  ${loop}`,
  );
};

test("useless reads do not hide the gap before a write", () => {
  for (const reads of [50, 400, 900]) {
    const { observed, schedules } = failed(CHECK_RACE, diluted(reads));
    assert.match(
      observed,
      new RegExp(
        `before operation ${reads + 2} of ${2 * reads + 2} \\(update of pages in hit\\): hits\\(new\\): expected 2, got 1`,
      ),
    );
    assert.ok((schedules?.possible ?? 0) > reads);
  }
});

test("a required check with too few schedules does not pass, and a call has a limit", () => {
  const careful = (reads: number): string =>
    GOOD.replace("db.pages.updateOne(", `for (let i = 0; i < ${reads}; i++) hits(db, "p0");\n  db.pages.updateOne(`);
  assert.equal(outcome(graded(counter(CHECK_RACE), careful(100)), "race"), "passed: ");
  const { observed, schedules } = failed(CHECK_RACE, careful(1500));
  assert.match(observed, /^A call makes so many operations that only \d+ of 1,503 schedules could be tried/);
  assert.ok(schedules && schedules.tried < 200);
  const star = CHECK_RACE.replace("must(", "star(");
  assert.equal(outcome(graded(counter(CHECK_COUNT + star), careful(1500)), "race"), "passed: ");
  assert.match(
    failed(CHECK_RACE, careful(5000)).observed,
    /it has made 2,000 operations, the most that a call may make here/,
  );
  assert.match(
    outcome(graded(counter(CHECK_RACE, { operations: 50 }), careful(60)), "race"),
    /it has made 50 operations/,
  );
  const dying = CHECK_RACE.replace(
    /w\.rival.*;/,
    `w.crash((x) => x.call("hit", "new"), null, (x) => x.call("hits", "new"));`,
  );
  assert.match(failed(dying, careful(1500)).observed, /only \d+ of 1,50\d schedules could be tried/);
});
