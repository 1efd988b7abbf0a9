/// <reference types="node" />
/**
 * `node validate.js <bundles.json>`: validates the exercises in the file, an array of bundles with their wrong answers,
 * on all processors. Exits with 1 if one is invalid. `cargo xtask exercises` runs it.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import { Engine, init } from "../shell/engine.js";
import { deal, isMainThread, work } from "./threads.js";
import { validateExercise, type Exercise, type Proof } from "./validate_exercise.js";

/** A thread's result: the validation of an exercise, and its duration. */
interface Answer {
  readonly proof: Proof;
  readonly seconds: number;
}

/** The work of proving a design, in wrong answers: about 6 s and 0.6 s on a busy machine. */
const DESIGN = 10;

const read = (file: string): Exercise[] => JSON.parse(readFileSync(file, "utf8")) as Exercise[];

/** The exercises' places, those with the most work first: no thread is left alone with a long proof at the end. */
function byWork(exercises: readonly Exercise[]): number[] {
  const programs = ({ designs, wrong }: Exercise): number => DESIGN * designs.length + wrong.length;
  return [...exercises.keys()].sort((a, b) => programs(exercises[b] as Exercise) - programs(exercises[a] as Exercise));
}

if (isMainThread) {
  const file = process.argv[2];
  if (file === undefined) {
    console.error("usage: node validate.js <bundles.json>");
    process.exit(2);
  }
  process.exitCode = (await validate(file)) ? 0 : 1;
} else {
  await work(async (file) => {
    const exercises = read(file);
    const order = byWork(exercises);
    await init();
    return (task): Answer => {
      const start = performance.now();
      const proof = validateExercise(exercises[order[task] as number] as Exercise, (options) => new Engine(options));
      return { proof, seconds: (performance.now() - start) / 1000 };
    };
  });
}

/** The main thread: distributes the exercises and prints the proofs as they arrive. */
async function validate(file: string): Promise<boolean> {
  const exercises = read(file);
  const order = byWork(exercises);
  const proofs: Proof[] = [];
  await deal<Answer>(import.meta.url, file, exercises.length, (task, answer) => {
    proofs.push(answer.proof);
    print(exercises[order[task] as number] as Exercise, answer);
  });

  const sum = (of: (proof: Proof) => number): number => proofs.reduce((total, proof) => total + of(proof), 0);
  const counts = `${sum((p) => p.checks)} checks, ${sum((p) => p.designs)} designs, ${sum((p) => p.wrong)} wrong answers`;
  const failed = proofs.filter(({ faults }) => faults.length > 0).length;
  console.log(`${exercises.length} exercises: ${counts}, ${sum((p) => p.reports)} reports`);
  // The format of all test runners here, for those who add up.
  console.log(`${exercises.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

function print(exercise: Exercise, { proof, seconds }: Answer): void {
  const { checks, designs, wrong, reports, faults } = proof;
  const counts = `${checks} checks, ${designs} designs, ${wrong} wrong answers, ${reports} reports`;
  console.log(
    `${exercise.id}: ${counts}, ${seconds.toFixed(1)} s: ${faults.length === 0 ? "ok" : `${faults.length} FAULTS`}`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
}
