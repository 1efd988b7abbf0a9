/// <reference types="node" />
/** `schema-dojo grade`: grades files on all cores, as text, JSON, JUnit, CSV or statements of the Experience API. */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

import type { Bundle, Report } from "../grader/bundle.js";
import { xapiStatement, type Statement } from "../grader/xapi.js";
import { csv } from "./csv.js";
import { junit } from "./junit.js";
import { UsageError } from "./usage.js";

/** The result of a grading: a report, or the reason why there is none. */
export interface Graded {
  readonly file: string;
  readonly report: Report | null;
  /** The reason why there is no report; empty if there is one. */
  readonly failure: string;
}

/** Megabytes of JavaScript memory per grading; exceeding it ends the thread, not the program. */
const MEMORY = 1_024;

/** Milliseconds after which a grading counts as endless. */
const TOO_LONG = 60_000;

const FORMATS = {
  json: { type: "boolean" },
  junit: { type: "boolean" },
  csv: { type: "boolean" },
  xapi: { type: "boolean" },
} as const;

export async function gradeFiles(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...FORMATS, site: { type: "string", default: "https://schema-dojo.invalid/" } },
  });
  const [exercise, ...files] = positionals;
  if (exercise === undefined || files.length === 0)
    throw new UsageError("grade takes an exercise and one file or more");
  const wanted = (["json", "junit", "csv", "xapi"] as const).filter((format) => values[format]);
  if (wanted.length > 1)
    throw new UsageError(`${wanted.map((format) => `--${format}`).join(" and ")} cannot be used together`);
  if (!URL.canParse(values.site) || !/^https?:/.test(values.site))
    throw new UsageError(`${values.site} is not a site's address`);
  const bundle = readBundle(exercise);
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new UsageError(`there is no file ${missing}`);
  const graded = await gradeAll(bundle, files);
  if (values.json) process.stdout.write(`${JSON.stringify(graded, null, 2)}\n`);
  else if (values.junit) process.stdout.write(junit(bundle.id, graded));
  else if (values.csv) process.stdout.write(csv(bundle.id, graded));
  else if (values.xapi) process.stdout.write(`${JSON.stringify(statements(bundle, graded, values.site), null, 2)}\n`);
  else graded.forEach(print);
  return graded.every(({ report }) => report?.passed === true) ? 0 : 1;
}

/** Statements of the gradings with a report. A file is named after its author: `anna.js`. */
function statements(bundle: Bundle, graded: readonly Graded[], site: string): Statement[] {
  const timestamp = new Date().toISOString();
  const { title } = bundle as { title?: string };
  return graded.flatMap(({ file, report }) => {
    const name = basename(file, extname(file));
    return report
      ? [
          xapiStatement(report, {
            actor: { name, account: { homePage: site, name } },
            site,
            timestamp,
            ...(title !== undefined && { title }),
          }),
        ]
      : [];
  });
}

/** Reads an exercise by its id from the package, or from a file. */
function readBundle(exercise: string): Bundle {
  const own = fileURLToPath(new URL(`exercises/${exercise}.json`, import.meta.url));
  const path = exercise.endsWith(".json") ? exercise : own;
  if (!/^[\w./\\:-]+$/.test(exercise) || !existsSync(path)) throw new UsageError(`there is no exercise ${exercise}`);
  return JSON.parse(readFileSync(path, "utf8")) as Bundle;
}

/** Grades each file in a separate worker, as many at a time as there are cores. */
async function gradeAll(bundle: Bundle, files: readonly string[]): Promise<Graded[]> {
  const results: Graded[] = [];
  let next = 0;
  const thread = async (): Promise<void> => {
    for (let at = next++; at < files.length; at = next++) results[at] = await gradeOne(bundle, files[at] as string);
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), files.length) }, thread));
  return results;
}

function gradeOne(bundle: Bundle, file: string): Promise<Graded> {
  return new Promise((resolve) => {
    const workerData = { bundle, source: readFileSync(file, "utf8") };
    const worker = new Worker(new URL("grade_worker.js", import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    const end = (report: Report | null, failure: string): void => {
      clearTimeout(timer);
      resolve({ file, report, failure });
      void worker.terminate();
    };
    const timer = setTimeout(() => end(null, `The grading did not end within ${TOO_LONG / 1000} seconds.`), TOO_LONG);
    worker.on("message", (report: Report) => end(report, ""));
    worker.on("error", (error) => end(null, error.message));
    worker.on("exit", () => end(null, "The grading ended without a report."));
  });
}

function print({ file, report, failure }: Graded): void {
  if (!report) {
    process.stdout.write(`${file}: FAILED\n  ${failure}\n`);
    return;
  }
  const most = 1 + report.checks.filter(({ kind }) => kind === "star").length;
  process.stdout.write(`${file}: ${report.passed ? "passed" : "FAILED"}, ${report.stars} of ${most} stars\n`);
  for (const { status, sentence, observed } of report.checks) {
    if (status === "failed" || status === "error")
      process.stdout.write(`  ${sentence}\n    ${observed.replaceAll("\n", "\n    ")}\n`);
  }
}
