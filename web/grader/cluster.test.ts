/** Worlds whose database is a sharded cluster. */
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Bundle } from "./bundle.js";
import { largestShare, windows } from "./cluster.js";
import { compare } from "./index.js";
import { calleeOf } from "./process.js";
import { graded, newEngine, outcome } from "./counter_exercise.js";

const fn = (signature: string): Bundle["functions"][number] => ({
  name: signature.slice(0, signature.indexOf("(")),
  signature,
  doc: "",
});

/** Uploads, sharded by a key that the learner chooses. */
function uploads(checks: string, more: Partial<Bundle> = {}): Bundle {
  return {
    id: "uploads",
    functions: [
      fn("setup(db, rows)"),
      fn("key(number)"),
      fn("presplit(sh)"),
      fn("add(db, number)"),
      fn("named(db, key)"),
      fn("rename(db, number, name)"),
    ],
    data: "function rows(rng, scale) { return { numbers: Array.from({ length: 200 * scale }, (_, i) => i) }; }",
    checks,
    designs: [],
    ...more,
  };
}

const HASHED = `
function setup(db, rows) {
  db.uploads.createIndex({ key: 1 });
}
function key(number) {
  return hex_md5(String(number));
}
function hex_md5(text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619) >>> 0;
  return (Math.imul(h, 2654435761) >>> 0).toString(16).padStart(8, "0");
}
function presplit(sh) {
  for (const at of ["4", "8", "c"]) sh.splitAt("test.uploads", { key: at });
}
function add(db, number) {
  db.uploads.insertOne({ _id: number, key: key(number) });
}
function named(db, key) {
  return db.uploads.find({ key });
}
function rename(db, number, name) {
  const found = db.uploads.findOne({ _id: number });
  db.uploads.updateOne({ _id: number }, { $set: { name, times: (found.times ?? 0) + 1 } });
}
`;
const RISING = HASHED.replace("return hex_md5(String(number));", 'return String(number).padStart(8, "0");');

const BEGIN = `
  const w = t.cluster({ shards: 4, chunkLimit: 20 });
  w.sh.shardCollection("test.uploads", { key: 1 });`;
const LOAD = `for (const number of w.rows.numbers) w.call("add", number);`;

test("each shard's share is measured, with the balancer running", () => {
  const check = `must("hot", "x", (t) => {${BEGIN}
    w.call("presplit");
    const hot = w.cluster.hot(() => { ${LOAD} }, 100, "uploads");
    t.expect.atMost(hot, 0.5, "the largest share of a shard");
    t.expect.equal(w.cluster.shardNames, ["shard1", "shard2", "shard3", "shard4"]);
    const chunks = w.cluster.chunks("test.uploads");
    t.expect.equal(chunks.reduce((sum, { documents }) => sum + documents, 0), 200, "documents in chunks");
    t.expect.atMost(Math.max(...chunks.map(({ documents }) => documents)), 20, "the largest chunk");
    t.expect.equal(chunks.slice(1).map(({ min }) => min.key), chunks.slice(0, -1).map(({ max }) => max.key), "bounds");
    t.expect.that(w.cluster.migrations.length >= 3, "no chunk has moved");
    for (const { namespace, from, to } of w.cluster.migrations) t.expect.that(namespace === "test.uploads" && from !== to, from + to);
  });`;
  assert.equal(outcome(graded(uploads(check), HASHED), "hot"), "passed: ");
  assert.match(
    outcome(graded(uploads(check), RISING), "hot"),
    /^failed: the largest share of a shard: (1|0\.\d+), the most allowed is 0\.5$/,
  );
});

test("the shards that operations reach are counted, for one collection or all", () => {
  const check = `must("targets", "x", (t) => {${BEGIN}
    w.call("presplit");
    ${LOAD}
    const one = w.cluster.targets(() => w.call("named", w.call("key", 7)));
    t.expect.equal(one, [1], "by key");
    const reads = w.cluster.targets(() => { w.db.uploads.countDocuments(); w.call("rename", 3, "x"); }, "uploads");
    t.expect.equal(reads.length, 2, "operations");
    t.expect.equal(reads[0], 4, "by another field");
    t.expect.equal(w.cluster.targets(() => w.call("rename", 3, "y"), "other"), [], "of another collection");
    t.expect.equal(w.cost(() => w.call("rename", 3, "z")).shards, 4, "the meter");
  });`;
  assert.equal(outcome(graded(uploads(check), HASHED), "targets"), "passed: ");
});

test("rivals and crashes run on a cluster, and leave no trace", () => {
  const check = `must("race", "x", (t) => {${BEGIN}
    w.call("presplit");
    ${LOAD}
    const before = w.cluster.chunks("test.uploads");
    const times = (x, most) => t.expect.equal(x.db.uploads.findOne({ _id: 5 }).times, most, "times");
    w.crash((x) => x.call("add", 1000), null, (x) => t.expect.atMost(x.db.uploads.countDocuments({ _id: 1000 }), 1, "added"));
    t.expect.equal(w.cluster.chunks("test.uploads"), before, "chunks afterwards");
    w.rival((x) => x.call("rename", 5, "a"), (x) => x.call("rename", 5, "b"), (x) => times(x, 2));
  });`;
  const report = graded(uploads(check), HASHED);
  assert.match(
    outcome(report, "race"),
    /^failed: With another client coming in before operation 2 of 2 \(update of uploads in rename\): times: expected 2, got 1$/,
  );
  const { steps } = report.checks[0]?.schedule ?? { steps: [] };
  assert.deepEqual(
    steps.map(({ who }) => who),
    ["you", "rival", "rival", "you"],
  );
  assert.equal(steps[0]?.note, "rename(db, 5, 'a')");
  assert.equal(steps[2]?.changed.length, 1);
});

test("a world after setup can be restored, with its cluster", () => {
  const check = `
  must("first", "x", (t) => { const w = t.cluster({ shards: 2 }); w.sh.shardCollection("test.uploads", { key: 1 }); ${LOAD} });
  must("again", "x", (t) => {
    const w = t.cluster({ shards: 2 });
    t.expect.equal(w.cluster.chunks("uploads"), []);
    t.expect.equal(w.cluster.shardNames.length, 2);
    t.expect.equal(t.cluster({ shards: 3 }).cluster.shardNames.length, 3);
    t.expect.throws(() => t.fresh().cluster);
  });`;
  const report = graded(uploads(check), HASHED);
  assert.deepEqual(
    report.checks.map(({ status, observed }) => [status, observed]),
    [
      ["passed", ""],
      ["passed", ""],
    ],
  );
});

test("a function may be missing", () => {
  const check = `must("optional", "x", (t) => { const w = t.cluster(); t.expect.equal(w.has("presplit"), false); if (w.has("presplit")) w.call("presplit"); w.call("add", 1); });`;
  assert.equal(
    outcome(graded(uploads(check), HASHED.replace("function presplit", "function other")), "optional"),
    "passed: ",
  );
});

test("designs are compared on a cluster", () => {
  const checks = `must("x", "x", () => {}); measure((w) => { w.sh.shardCollection("test.uploads", { key: 1 }); w.call("presplit"); ${LOAD} w.call("rename", 3, "x"); }, { shards: 4, chunkLimit: 20 });`;
  const [measured] = compare(uploads(checks), HASHED, { newEngine });
  assert.deepEqual([measured?.meters["ninserted"], measured?.meters["shards"]], [200, 4]);
});

test("a function receives the parameters that its signature begins with", () => {
  const given = (signature: string): readonly string[] => calleeOf({ name: "f", signature }).given;
  assert.deepEqual(
    ["f", "f(db)", "f(db, rows)", "f(sh)", "f( sh , db , x )", "f(data, db)", "f()", "f(database)", "f(shard)"].map(
      given,
    ),
    [["db"], ["db"], ["db"], ["sh"], ["sh", "db"], [], [], [], []],
  );
});

test("windows are consecutive, and the remainder joins the last", () => {
  assert.deepEqual(windows([1, 2, 3, 4, 5], 2), [
    [1, 2],
    [3, 4, 5],
  ]);
  assert.deepEqual([windows([1, 2], 5), windows([], 5), windows([], 0)], [[[1, 2]], [[]], [[]]]);
  const write = (...shardNames: string[]): object => ({ shardNames });
  assert.equal(largestShare([write("a"), write("a"), write("b"), write("a", "b")]), 0.625);
  assert.equal(largestShare([]), 0);
});
