/// <reference types="node" />
/**
 * `node validate.js <bundles.json>`: proves the exercises in the file, an array of bundles with their wrong answers,
 * on all processors. Exits with 1 when one does not hold. `cargo xtask exercises` runs it.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { Engine, init } from "../shell/engine.js";
import { validateExercise, type Exercise, type Proof } from "./validate_exercise.js";

/** A thread's answer: the exercise, the proof, the time it took. */
interface Answer {
  readonly at: number;
  readonly proof: Proof;
  readonly seconds: number;
}

const read = (file: string): Exercise[] => JSON.parse(readFileSync(file, "utf8")) as Exercise[];

if (isMainThread) {
  const file = process.argv[2];
  if (file === undefined) {
    console.error("usage: node validate.js <bundles.json>");
    process.exit(2);
  }
  process.exitCode = (await validate(file)) ? 0 : 1;
} else {
  await work(String(workerData));
}

/** A thread: validates the exercises that it receives. */
async function work(file: string): Promise<void> {
  const exercises = read(file);
  await init();
  parentPort?.on("message", (at: number) => {
    const start = performance.now();
    const proof = validateExercise(exercises[at] as Exercise, (options) => new Engine(options));
    parentPort?.postMessage({ at, proof, seconds: (performance.now() - start) / 1000 } satisfies Answer);
  });
}

/** The main thread: deals the exercises out, prints what comes back in their order. */
async function validate(file: string): Promise<boolean> {
  const exercises = read(file);
  const answers = new Map<number, Answer>();
  let next = 0;
  let printed = 0;
  const thread = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: file });
      const deal = (): void => {
        if (next < exercises.length) worker.postMessage(next++);
        else void worker.terminate().then(() => resolve());
      };
      worker.on("error", reject);
      worker.on("message", (answer: Answer) => {
        answers.set(answer.at, answer);
        for (let ready = answers.get(printed); ready; ready = answers.get(++printed))
          print(exercises[printed] as Exercise, ready);
        deal();
      });
      deal();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), exercises.length) }, thread));

  const sum = (of: (proof: Proof) => number): number =>
    [...answers.values()].reduce((total, { proof }) => total + of(proof), 0);
  const counts = `${sum((p) => p.checks)} checks, ${sum((p) => p.designs)} designs, ${sum((p) => p.wrong)} wrong answers`;
  const failed = [...answers.values()].filter(({ proof }) => proof.faults.length > 0).length;
  console.log(`${exercises.length} exercises: ${counts}, ${sum((p) => p.reports)} reports`);
  // As all test runners here say it, for those who add up.
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
