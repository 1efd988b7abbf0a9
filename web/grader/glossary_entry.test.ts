import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import type { Bundle } from "./bundle.js";
import { CHECK_COUNT, CHECK_RACE, counter, GOOD, graded, newEngine, RACY } from "./counter_exercise.js";
import { GLOSSARY_ENTRIES, glossaryEntryFor } from "./glossary_entry.js";
import { answered } from "./predictions.js";

/** The repository's root: tests run inside it. */
function root(folder = process.cwd()): string {
  try {
    readFileSync(join(folder, "exercises/glossary.toml"));
    return folder;
  } catch {
    return root(join(folder, ".."));
  }
}

test("every entry that feedback links to is in the glossary", () => {
  const glossary = readFileSync(join(root(), "exercises/glossary.toml"), "utf8");
  for (const id of GLOSSARY_ENTRIES) assert.match(glossary, new RegExp(`^id = "${id}"$`, "m"));
});

test("feedback links to the matching entry", () => {
  assert.equal(glossaryEntryFor("page(db) took 12 round trips", null), "round-trip");
  assert.equal(glossaryEntryFor("find examined 5,907 documents", null), "index");
  assert.equal(glossaryEntryFor("hits: expected 1, got 2", null), null);
});

test("a check can name the entry of its failure", () => {
  const about = (checks: string, source: string): (string | undefined)[] =>
    graded(counter(checks), source).checks.map((check) => check.about);
  assert.deepEqual(about(CHECK_COUNT + CHECK_RACE, RACY), [undefined, "rival"]);
  assert.deepEqual(about(CHECK_COUNT, GOOD), [undefined]);
  const own = `must("own", "Says so itself.", (t) => t.fail("no"), { about: "embed" });`;
  assert.deepEqual(about(own, GOOD), ["embed"]);
});

test("predictions are measured on the learner's script", () => {
  const probes = `probe("page", (w) => w.call("hits", "p0")); probe("bad", (w) => w.call("nothing"));`;
  const predict = [
    { ask: "Round trips?", probe: "page", meter: "roundTrips" },
    { ask: "And documents?", probe: "page", meter: "docsExamined" },
    { ask: "Of what fails?", probe: "bad", meter: "roundTrips" },
  ];
  const bundle = counter(CHECK_COUNT + probes, { predict });
  assert.deepEqual(graded(bundle, GOOD, { said: [3, null] }).predictions, [
    { probe: "page", meter: "roundTrips", said: 3, measured: 1 },
    { probe: "page", meter: "docsExamined", said: null, measured: 1 },
    { probe: "bad", meter: "roundTrips", said: null, measured: null },
  ]);
  assert.equal(graded(bundle, "function setup( {").predictions?.[0]?.measured, null);
  assert.equal(graded(counter(CHECK_COUNT), GOOD).predictions, undefined);
});

test("predicted calls are measured on the designs, also on ten times the data", () => {
  const scan = GOOD.replace("findOne({ _id: page })?.hits", "find().toArray().find(({ _id }) => _id === page)?.hits");
  const design = (name: string, source: string): Bundle["designs"][number] => ({
    file: `${name}.js`,
    name,
    rationale: "",
    source,
  });
  const designs = [design("key", GOOD), design("scan", scan), design("broken", "function setup( {")];
  const predict = [{ ask: "Documents?", probe: "page", meter: "docsExamined" }];
  const bundle = counter(CHECK_COUNT + `probe("page", (w) => w.call("hits", "p0"));`, { predict, designs });
  const [question] = answered(bundle, { newEngine });
  assert.deepEqual(question?.designs, [
    { name: "key", measured: 1, tenfold: 1 },
    { name: "scan", measured: 5, tenfold: 50 },
    { name: "broken", measured: null, tenfold: null },
  ]);
});
