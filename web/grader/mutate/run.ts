/// <reference types="node" />
/**
 * `node mutate.js <bundles.json> [--per-design <n>] [--seed <n>] [--at-least <percent>] [--keep <file.md>]`: mutates
 * the designs of the exercises in the file and reports the share of mutants that the checks catch. `--keep` writes the
 * figures into a table, each row when its exercise is done. Exits with 1 if an exercise catches fewer than required.
 * `cargo xtask exercises --mutate` runs it.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { Engine, init } from "../../shell/engine.js";
import type { Exercise } from "../validate_exercise.js";
import { mutants, sampled, type Mutant } from "./mutants.js";
import { storeRows, summaryRow, survivors, summaryTable, type TriedMutant } from "./summary.js";
import { MutantTrial, type Verdict } from "./mutant_trial.js";

/**
 * A mutant counts as endless after this many milliseconds, or after this many times as long as the design's own
 * checks took, whichever is longer: slow exercises and busy computers must not count as caught mutants.
 */
const PATIENCE = 30_000;
const PATIENCE_FACTOR = 10;

/** A thread's job: a design, and its mutants from an index on. */
interface Job {
  readonly exercise: number;
  readonly design: number;
  readonly from: number;
}

interface Settings {
  readonly file: string;
  readonly perDesign: number;
  readonly seed: number;
}

const read = (file: string): Exercise[] => JSON.parse(readFileSync(file, "utf8")) as Exercise[];

/** The mutants of a design to try; the same in every thread. */
function chosen(exercise: Exercise, design: number, { perDesign, seed }: Settings): Mutant[] {
  const { source, file } = exercise.designs[design] as Exercise["designs"][number];
  return sampled(mutants(source), perDesign, seed, `${exercise.id}/${file}`);
}

if (isMainThread) {
  process.exitCode = await main();
} else {
  await work(workerData as Settings);
}

/** A thread: tries the mutants of the designs that it receives. */
async function work(settings: Settings): Promise<void> {
  const exercises = read(settings.file);
  await init();
  parentPort?.on("message", ({ exercise, design, from }: Job) => {
    const bundle = exercises[exercise] as Exercise;
    const trial = new MutantTrial(
      bundle,
      (bundle.designs[design] as Exercise["designs"][number]).source,
      (options) => new Engine(options),
    );
    parentPort?.postMessage("ready");
    for (const mutant of chosen(bundle, design, settings).slice(from)) parentPort?.postMessage(trial.judge(mutant));
    parentPort?.postMessage("done");
  });
}

async function main(): Promise<number> {
  const options = {
    "per-design": { type: "string" },
    seed: { type: "string" },
    "at-least": { type: "string" },
    keep: { type: "string" },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const file = positionals[0];
  const atLeast = Number(values["at-least"] ?? 0);
  const settings: Settings = {
    file: file ?? "",
    perDesign: Number(values["per-design"] ?? 24),
    seed: Number(values.seed ?? 1),
  };
  if (file === undefined || [atLeast, settings.perDesign, settings.seed].some(Number.isNaN)) {
    console.error(
      "usage: node mutate.js <bundles.json> [--per-design <n>] [--seed <n>] [--at-least <percent>] [--keep <file.md>]",
    );
    return 2;
  }
  const exercises = read(file);
  const jobs: Job[] = exercises.flatMap((exercise, at) =>
    exercise.designs.map((_, design) => ({ exercise: at, design, from: 0 })),
  );
  const tried: TriedMutant[][] = exercises.map(() => []);
  const waiting = exercises.map((exercise) => exercise.designs.length);
  const rowOf = (at: number): { id: string; tried: TriedMutant[] } => ({
    id: (exercises[at] as Exercise).id,
    tried: tried[at] ?? [],
  });
  let printed = 0;
  const finished = (exercise: number): void => {
    waiting[exercise] = (waiting[exercise] ?? 1) - 1;
    if (waiting[exercise] === 0 && values.keep !== undefined) storeRows(values.keep, [rowOf(exercise)], settings);
    for (; waiting[printed] === 0; printed++) {
      const row = rowOf(printed);
      console.log([summaryRow(row.id, row.tried), ...survivors(row.tried)].join("\n"));
    }
  };
  let next = 0;
  const take = (): Job | undefined => jobs[next++];
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), jobs.length) }, () =>
      thread(take, exercises, settings, tried, finished),
    ),
  );

  const { text, weak } = summaryTable(
    exercises.map((_, at) => rowOf(at)),
    atLeast,
  );
  console.log(`\n${text}`);
  if (weak.length > 0) console.error(`fewer than ${atLeast} in a hundred are caught: ${weak.join(", ")}`);
  return weak.length > 0 ? 1 : 0;
}

/** Runs threads in sequence while there is work; ends one that does not respond. */
async function thread(
  take: () => Job | undefined,
  exercises: readonly Exercise[],
  settings: Settings,
  tried: TriedMutant[][],
  finished: (exercise: number) => void,
): Promise<void> {
  let job = take();
  while (job) job = await dealt(job);

  function dealt(first: Job): Promise<Job | undefined> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: settings });
      let current = first;
      let list = chosen(exercises[first.exercise] as Exercise, first.design, settings);
      let at = first.from;
      let started = Date.now();
      let patience = PATIENCE;
      let timer: NodeJS.Timeout | undefined;
      const enter = (verdict: Verdict): void => {
        const design = (exercises[current.exercise] as Exercise).designs[current.design] as Exercise["designs"][number];
        tried[current.exercise]?.push({ design: design.file, mutant: list[at] as Mutant, verdict });
        at += 1;
      };
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (at < list.length) {
            const { line, says } = list[at] as Mutant;
            process.stderr.write(`· a mutant of line ${line} does not end: ${says}\n`);
            enter({ kind: "caught", check: "", observed: "It does not end." });
          }
          void worker.terminate();
          resolve({ ...current, from: at });
        }, patience);
      };
      worker.on("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
      worker.on("message", (message: Verdict | "ready" | "done") => {
        if (message === "ready") patience = Math.max(PATIENCE, PATIENCE_FACTOR * (Date.now() - started));
        if (message !== "done") {
          wait();
          return message === "ready" ? undefined : enter(message);
        }
        clearTimeout(timer);
        finished(current.exercise);
        const following = take();
        if (!following) {
          void worker.terminate();
          return resolve(undefined);
        }
        current = following;
        list = chosen(exercises[current.exercise] as Exercise, current.design, settings);
        at = 0;
        process.stderr.write(
          `· ${(exercises[current.exercise] as Exercise).id}, design ${current.design + 1}: ${list.length} mutants\n`,
        );
        started = Date.now();
        worker.postMessage(current);
      });
      worker.postMessage(first);
    });
  }
}
