/**
 * Validates an exercise: the starter fails, every accepted design passes, and every wrong answer fails at its check
 * with its text, always the same, also with other seeds. Every check must be failed by a wrong answer.
 */
import type { Bundle, Report } from "./bundle.js";
import { grade, type NewEngine } from "./index.js";
import { checkLines, syntaxErrorText, lineIn, lint, type Fault } from "./lint.js";
import { lintData } from "./lint_data.js";
import { guarded, ModelGuard, REACH } from "./lint_model.js";
import { ReachGuard } from "./lint_reach.js";
import { storedIn } from "./model/model.js";
import { readModel } from "./model/read_model.js";
import { MODEL_CHECKS, readChecks } from "./script.js";

/** A wrong answer with a classic mistake. */
export interface Wrong {
  readonly file: string;
  /** The id of the check that must fail. */
  readonly fails: string;
  /** A part of the observation that the check must report. */
  readonly says: string;
  readonly source: string;
}

/** A bundle with the parts that only validation needs. */
export interface Exercise extends Bundle {
  readonly track?: string;
  readonly starter: string;
  readonly wrong: readonly Wrong[];
}

/** The result of validating one exercise. */
export interface Proof {
  /** The faults, each with its position. */
  readonly faults: readonly string[];
  readonly checks: number;
  readonly designs: number;
  readonly wrong: number;
  /** The number of gradings. */
  readonly reports: number;
}

/**
 * Seed offsets with which designs and wrong answers are graded; with all but the first, models play only a few
 * histories.
 */
const OFFSETS = [0, 5000] as const;
/** Further offsets, with which only the model grades designs, so that it has used 20 seeds in all. */
const MODEL_OFFSETS = Array.from({ length: 18 }, (_, at) => 11 + 101 * at);

/** Grades all designs and answers of an exercise. */
export function validateExercise(exercise: Exercise, newEngine: NewEngine): Proof {
  const faults: Fault[] = [...lint(exercise), ...lintData(exercise)];
  const { probes } = readChecks(exercise.checks);
  for (const { probe } of exercise.predict ?? []) {
    if (!probes.has(probe))
      faults.push({ file: "checks.js", line: 1, message: `there is no probe ${probe}, which \`predict\` names` });
  }
  const lineOf = checkLines(exercise.checks);
  let reports = 0;
  const failing = new Set<string>();
  const called = new Set<string>();
  const guard = new ModelGuard();
  const reach = new ReachGuard();
  // A wrong answer's lists may be longer than those of the model.
  const watchedFor = (source: string): unknown =>
    exercise.designs.some((design) => design.source === source) ? reach.watched : (promises: unknown) => promises;
  const watched =
    faults.length > 0 || exercise.model === undefined ? exercise : { ...exercise, model: guarded(exercise.model) };
  const graded = (
    source: string,
    seedOffset: number,
    wanted?: ReadonlySet<string>,
    brief = seedOffset !== OFFSETS[0],
  ): Report => {
    reports += 1;
    const options = { newEngine, seedOffset, brief, called, ...(wanted && { wanted }) };
    // Full histories are needed to see what a model compares.
    const report = brief
      ? grade(exercise, source, options)
      : grade(watched, source, { ...options, modelNames: { ...guard.names, [REACH]: watchedFor(source) } });
    for (const { id, status } of report.checks) if (status === "failed") failing.add(id);
    return report;
  };

  const starter = graded(exercise.starter, 0);
  const ids = new Set(starter.checks.map((check) => check.id));
  faults.push(...starterFaults(starter));

  const reached = new Set<string>();
  for (const design of exercise.designs) {
    const file = `designs/${design.file}`;
    for (const offset of OFFSETS) {
      const report = graded(design.source, offset);
      faults.push(...designFaults(report, offset, lineOf).map((fault) => ({ file, ...fault })));
      for (const check of report.checks) if (check.status === "passed") reached.add(check.id);
      const twice = design === exercise.designs[0] && offset === OFFSETS[1];
      if (twice && JSON.stringify(graded(design.source, offset)) !== JSON.stringify(report)) {
        faults.push({ file, line: 1, message: "graded twice, the reports differ" });
      }
    }
    for (const offset of exercise.model === undefined ? [] : MODEL_OFFSETS) {
      faults.push(
        ...failures(graded(design.source, offset, MODEL_CHECKS), offset, lineOf).map((fault) => ({ file, ...fault })),
      );
    }
  }
  for (const id of ids) {
    if (!reached.has(id))
      faults.push({ file: "checks.js", line: lineOf(id), message: `the check ${id} is passed by no design` });
  }

  // A starter fails whatever it lacks, which proves nothing about a check. A star, however, may be missed by a good
  // design.
  for (const { id, kind } of starter.checks) if (kind === "must") failing.delete(id);
  for (const wrong of exercise.wrong) {
    const file = `wrong/${wrong.file}`;
    const line = 1 + wrong.source.split("\n").findIndex((text) => /^\/\/\s*fails:/.test(text));
    if (!ids.has(wrong.fails)) {
      faults.push({ file, line, message: `there is no check ${wrong.fails}` });
      continue;
    }
    // The check runs alone: a learner may see another check report the mistake first. With few or other histories a
    // model may find another fault.
    const byModel = MODEL_CHECKS.has(wrong.fails);
    for (const offset of byModel ? OFFSETS.slice(0, 1) : OFFSETS) {
      const fault = wrongFault(graded(wrong.source, offset, new Set([wrong.fails]), !byModel), wrong);
      if (fault) faults.push({ file, line, message: `seeds + ${offset}: ${fault}` });
    }
  }
  // A check that no answer names may still find the mistake of one.
  for (const id of ids) {
    const wanted = MODEL_CHECKS.has(id) ? new Set(["history", id]) : new Set([id]);
    for (const wrong of failing.has(id) ? [] : exercise.wrong) {
      reports += 1;
      const report = grade(exercise, wrong.source, { newEngine, wanted, untilFailure: true });
      if (!report.checks.some((check) => check.id === id && check.status === "failed")) continue;
      failing.add(id);
      break;
    }
  }
  faults.push(...guard.faults, ...reach.faults);
  if (exercise.model !== undefined && faults.length === 0) faults.push(...modelFaults(exercise, newEngine, called));

  for (const id of faults.length === 0 ? ids : []) {
    if (!failing.has(id))
      faults.push({ file: "checks.js", line: lineOf(id), message: `no wrong answer fails the check ${id}` });
  }
  return {
    faults: faults.map((fault) => syntaxErrorText(exercise, fault)),
    checks: ids.size,
    designs: exercise.designs.length,
    wrong: exercise.wrong.length,
    reports,
  };
}

/** Gaps of a model: functions that it never calls, and functions that may do nothing in every design. */
function modelFaults(exercise: Exercise, newEngine: NewEngine, called: ReadonlySet<string>): Fault[] {
  const { model } = readModel(exercise.model ?? "");
  return Object.keys(model.calls)
    .filter((name) => storedIn(name) === null)
    .flatMap((name): Fault[] => {
      const fault = (message: string): Fault => ({ file: "model.js", line: 1, message });
      if (!called.has(name)) return [fault(`${name} is never called`)];
      if (model.calls[name]?.silent || name === model.recover) return [];
      const holds = exercise.designs.every(({ source }) => {
        const idle = `${source}\nfunction ${name}() {}\n`;
        const report = grade(exercise, idle, { newEngine, wanted: MODEL_CHECKS, untilFailure: true });
        return report.checks.every(({ status }) => status === "passed");
      });
      return holds ? [fault(`it allows every result of ${name}: a ${name} that does nothing passes`)] : [];
    });
}

function starterFaults(report: Report): Fault[] {
  const file = "starter.js";
  const broken = report.checks.find((check) => check.status === "error");
  if (broken) return [{ file, line: lineIn(broken.observed), message: `it does not run: ${broken.observed}` }];
  return report.checks.some((check) => check.status === "failed")
    ? []
    : [{ file, line: 1, message: "it fails no check" }];
}

/** The checks that a design should pass and does not. */
function failures(report: Report, offset: number, lineOf: (id: string) => number): Omit<Fault, "file">[] {
  return report.checks
    .filter((check) => check.kind === "must" && check.status !== "passed")
    .map((check) => {
      const where = `the check ${check.id} (${MODEL_CHECKS.has(check.id) ? "model.js" : `checks.js:${lineOf(check.id)}`})`;
      return {
        line: lineIn(check.observed),
        message: `seeds + ${offset}: ${where} is ${check.status}: ${check.observed}`,
      };
    });
}

function designFaults(report: Report, offset: number, lineOf: (id: string) => number): Omit<Fault, "file">[] {
  const faults = failures(report, offset, lineOf);
  for (const { probe, meter, measured } of report.predictions ?? []) {
    if (measured === null)
      faults.push({ line: 1, message: `seeds + ${offset}: the probe ${probe} measures no ${meter}` });
  }
  if (faults.length === 0 && Object.keys(report.meters).length === 0) {
    faults.push({ line: 1, message: `seeds + ${offset}: its cost could not be measured` });
  }
  return faults;
}

function wrongFault(report: Report, wrong: Wrong): string | null {
  const check = report.checks.find((candidate) => candidate.id === wrong.fails);
  if (check?.status !== "failed" && check?.status !== "error") {
    const failed = report.checks.filter((other) => other.status === "failed" || other.status === "error");
    const instead = failed.map((other) => `${other.id}: ${other.observed}`).join("; ");
    return `${wrong.fails} is ${check?.status ?? "not there"}${instead === "" ? "" : `, failing is ${instead}`}`;
  }
  return check.observed.includes(wrong.says)
    ? null
    : `${wrong.fails} does not say "${wrong.says}" but: ${check.observed}`;
}
