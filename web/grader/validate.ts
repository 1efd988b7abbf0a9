/// <reference types="node" />
/**
 * `node validate.js <bundles.json>`: proves the exercises in the file, an array of bundles with their wrong answers.
 * Exits with 1 when one does not hold. `cargo xtask exercises` runs it.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import { Engine, init } from "../shell/engine.js";
import { prove, type Exercise } from "./prove.js";

const file = process.argv[2];
if (file === undefined) {
  console.error("usage: node validate.js <bundles.json>");
  process.exit(2);
}
const exercises = JSON.parse(readFileSync(file, "utf8")) as Exercise[];
await init();

const total = { held: 0, checks: 0, designs: 0, wrong: 0, reports: 0, faults: 0 };
for (const exercise of exercises) {
  const start = performance.now();
  const proof = prove(exercise, () => new Engine());
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const { checks, designs, wrong, reports } = proof;
  const verdict = proof.faults.length === 0 ? "ok" : `${proof.faults.length} FAULTS`;
  console.log(`${exercise.id}: ${checks} checks, ${designs} designs, ${wrong} wrong answers, ${reports} reports, ${seconds} s: ${verdict}`);
  for (const fault of proof.faults) console.log(`  ${fault}`);
  if (proof.faults.length === 0) total.held += 1;
  total.checks += checks;
  total.designs += designs;
  total.wrong += wrong;
  total.reports += reports;
  total.faults += proof.faults.length;
}
console.log(
  `${exercises.length} exercises, ${total.checks} checks, ${total.designs} designs, ${total.wrong} wrong answers, ` +
    `${total.reports} reports: ${total.faults === 0 ? "all hold" : `${total.faults} faults`}`,
);
console.log(`${total.held} passed, ${exercises.length - total.held} failed`);
process.exitCode = total.faults === 0 ? 0 : 1;
