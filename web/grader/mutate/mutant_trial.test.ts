import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { CHECK_COUNT, CHECK_RACE, counter, GOOD, newEngine } from "../counter_exercise.js";
import { rng } from "../random.js";
import { countVerdicts, storeRows, updatedTable, summaryTable, type TriedMutant } from "./summary.js";
import type { Mutant } from "./mutants.js";
import { MutantTrial, type Verdict } from "./mutant_trial.js";

const mutant = (source: string): Mutant => ({ kind: "k", line: 1, says: "s", source, index: false });

/** The verdict on the first design's mutant; `others` are further accepted designs. */
function verdict(checks: string, from: string, to: string, ...others: string[]): Verdict {
  assert.ok(GOOD.includes(from));
  const designs = [GOOD, ...others].map((source, i) => ({ file: `${i}.js`, name: `${i}`, rationale: "r", source }));
  return new MutantTrial(counter(checks, { designs }), GOOD, newEngine).judge(mutant(GOOD.replace(from, to)));
}

/** Calls both functions and ignores the results. */
const LAX = CHECK_COUNT.replace(
  't.expect.equal(w.call("hits", page.name), page.hits + 1, "hits(" + page.name + ")");',
  'w.call("hits", page.name);',
);

test("a mutant that fails a check is caught", () => {
  const found = verdict(CHECK_COUNT, "hits: 1 }", "hits: 2 }");
  assert.deepEqual([found.kind, found.kind === "caught" && found.check], ["caught", "count"]);
});

test("one that returns other results and passes has survived", () => {
  const found = verdict(LAX, "hits: 1 }", "hits: 2 }");
  assert.match(found.kind === "survived" ? found.witness : found.kind, /^hits, call \d+: \d+ becomes \d+$/);
});

test("one that differs only for a new page needs a check that reads one", () => {
  assert.equal(verdict(CHECK_COUNT, "{ upsert: true }", "{}").kind, "same");
  assert.equal(verdict(CHECK_COUNT + CHECK_RACE, "{ upsert: true }", "{}").kind, "caught");
});

test("an equivalent mutant is not counted, nor one that does not run", () => {
  assert.equal(verdict(CHECK_COUNT, "?? 0", "?? 1").kind, "same");
  assert.equal(verdict(CHECK_COUNT, "insertMany", "insertAll").kind, "broken");
});

test("one that costs more has survived", () => {
  const found = verdict(
    CHECK_COUNT,
    "return db",
    "db.pages.find({ hits: -1 }).toArray(); db.pages.find({ hits: -1 }).toArray(); return db",
  );
  assert.match(found.kind === "survived" ? found.witness : found.kind, /^hits: roundTrips \d+ become \d+$/);
});

test("if checks read the documents, other documents are another result", () => {
  const silent =
    'must("one", "x", (t) => { const w = t.fresh(); w.call("hit", "new"); w.db.pages.find().toArray(); });';
  assert.equal(verdict(silent, "hits: 1 }", "hits: 2 }").kind, "survived");
  for (const look of ["", "w.db.pages.countDocuments();", "w.db.other.find().toArray();"]) {
    assert.equal(
      verdict(silent.replace("w.db.pages.find().toArray();", look), "hits: 1 }", "hits: 2 }").kind,
      "unseen",
    );
  }
});

test("the documents that a check inserts exist for the mutant, too", () => {
  const planted =
    'must("one", "x", (t) => { const w = t.fresh(); w.db.pages.insertOne({ _id: "new", hits: 5 }); w.call("hits", "new"); });';
  assert.equal(verdict(planted, "?.hits ?? 0", "?.nothing ?? 0").kind, "survived");
  assert.equal(
    verdict(planted.replace('w.db.pages.insertOne({ _id: "new", hits: 5 });', ""), "?.hits ?? 0", "?.nothing ?? 0")
      .kind,
    "same",
  );
});

test("another accepted design's results and costs are also correct", () => {
  const twice = GOOD.replace("hits: 1 }", "hits: 2 }");
  assert.equal(verdict(LAX, "hits: 1 }", "hits: 2 }", twice).kind, "unseen");
  assert.equal(verdict(LAX, "hits: 1 }", "hits: 3 }", twice).kind, "survived");
  const look = "db.pages.find({ hits: -1 }).toArray(); ";
  const dear = (times: number): string => `${look.repeat(times)}return db`;
  assert.equal(verdict(CHECK_COUNT, "return db", dear(2), GOOD.replace("return db", dear(3))).kind, "unseen");
  assert.equal(verdict(CHECK_COUNT, "return db", dear(4), GOOD.replace("return db", dear(3))).kind, "survived");
});

test("a document with further fields is the same result", () => {
  const documents = (projection: string): string =>
    GOOD.replace("findOne({ _id: page })?.hits ?? 0", `findOne({ _id: page }, ${projection})`);
  const judged = (from: string, to: string): string => {
    const designs = [{ file: "0.js", name: "0", rationale: "r", source: documents(from) }];
    return new MutantTrial(counter(LAX, { designs }), documents(from), newEngine).judge(mutant(documents(to))).kind;
  };
  assert.equal(judged("{ hits: 1, _id: 0 }", "{ hits: 1 }"), "same");
  assert.equal(judged("{ hits: 1 }", "{ hits: 1, _id: 0 }"), "survived");
});

test("a choice is judged by the checks alone, also with other rows", () => {
  assert.equal(verdict(`${LAX} choice("hits");`, "hits: 1 }", "hits: 2 }").kind, "unseen");
  const first = rng(1, "counter").int(1, 1000);
  const lucky = `must("count", "A hit counts.", (t) => {
    const w = t.fresh();
    w.call("hit", "p0");
    const found = w.call("hits", "p0");
    const { hits } = w.rows.pages[0];
    if (hits !== ${first}) t.expect.equal(found, hits + 1, "hits(p0)");
  });`;
  const found = verdict(`${lucky} choice("hits");`, "hits: 1 }", "hits: 2 }");
  assert.match(found.kind === "survived" ? found.witness : found.kind, /^with other rows: hits\(p0\)/);
});

test("a rejected design is not a reference", () => {
  assert.throws(
    () => new MutantTrial(counter(CHECK_COUNT), GOOD.replace("hits: 1 }", "hits: 2 }"), newEngine),
    /counter: the design itself is not accepted: count: /,
  );
});

test("figures exclude mutants that no call distinguishes", () => {
  const tried: TriedMutant[] = (["caught", "caught", "survived", "unseen", "same", "broken"] as const).map((kind) => ({
    design: "a.js",
    mutant: mutant(""),
    verdict: { kind, check: "", observed: "", witness: "" } as Verdict,
  }));
  const { percent, ...counts } = countVerdicts(tried);
  assert.deepEqual(counts, { made: 6, broken: 1, alike: 2, changed: 3, caught: 2 });
  assert.equal(percent.toFixed(1), "66.7");
  assert.deepEqual(summaryTable([{ id: "x", tried }], 90).weak, ["x"]);
  assert.deepEqual(summaryTable([{ id: "x", tried }], 60).weak, []);
});

test("a stored table takes the rows of this run, and keeps the others", () => {
  const caught: TriedMutant = {
    design: "a.js",
    mutant: { index: false, kind: "k", line: 1, says: "s", source: "" },
    verdict: { kind: "caught", check: "c", observed: "" },
  };
  const survived: TriedMutant = { ...caught, verdict: { kind: "survived", witness: "w" } };
  const settings = { seed: 1, perDesign: 20 };
  const first = updatedTable(
    "",
    [
      { id: "loans", tried: [caught, survived] },
      { id: "reviews", tried: [caught] },
    ],
    settings,
  );
  assert.match(
    first,
    /\n\| loans \| 1 \| 20 \| 2 \| 0 \| 0 \| 2 \| 1 \| 50\.0 \|\n\| reviews \| 1 \| 20 \| 1 \|.*\| 100\.0 \|\n$/,
  );
  const second = updatedTable(
    first,
    [
      { id: "loans", tried: [caught] },
      { id: "trees", tried: [caught] },
    ],
    { seed: 7, perDesign: 5 },
  );
  assert.match(second, /\n\| loans \| 7 \| 5 \| 1 \|.*\n\| reviews \| 1 \| 20 \|.*\n\| trees \| 7 \|.*\n$/);
  assert.equal(updatedTable(second, [], settings), second);
});

test("rows stored one after the other are all in the file", () => {
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const file = join(folder, "table.md");
  const tried: TriedMutant[] = [
    {
      design: "a.js",
      mutant: { index: false, kind: "k", line: 1, says: "s", source: "" },
      verdict: { kind: "caught", check: "c", observed: "" },
    },
  ];
  const settings = { seed: 1, perDesign: 20 };
  try {
    storeRows(file, [{ id: "loans", tried }], settings);
    storeRows(file, [{ id: "trees", tried }], settings);
    const both = [
      { id: "loans", tried },
      { id: "trees", tried },
    ];
    assert.equal(readFileSync(file, "utf8"), updatedTable("", both, settings));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
