/**
 * Grades a learner's script against an exercise: hidden data, a rival client in every gap, a crash after every
 * operation, a ceiling on the cost. Source text is never looked at, only what the functions do.
 */
import type { Bundle, CheckReport, Report } from "./bundle.js";
import { expect, fail } from "./expect.js";
import { CheckFailure, describe, ScriptFailure } from "./failure.js";
import { brokenReport, checkReport, report, type Outcome } from "./report.js";
import { readChecks, type Check, type Checks, type Test } from "./script.js";
import { Session, type GradeOptions } from "./session.js";

export type { Bundle, CheckReport, Design, FunctionEntry, Kind, Report, Status } from "./bundle.js";
export type { Meters } from "./cost.js";
export type { GradeOptions } from "./session.js";

/** What a script costs for the exercise's representative calls. */
export interface Measured {
  /** `yours`, or the design's name. */
  readonly name: string;
  /** The design's file; null for the learner's own script. */
  readonly file: string | null;
  readonly yours: boolean;
  readonly meters: Readonly<Record<string, number>>;
}

/** Runs all checks. Whatever the script does, short of never ending, is told in the report. */
export function grade(bundle: Bundle, source: string, options: GradeOptions): Report {
  let session: Session;
  let listed: Checks;
  try {
    session = new Session(bundle, source, options);
    listed = readChecks(bundle.checks);
  } catch (error) {
    return brokenReport(bundle, describe(error));
  }
  const { checks, measure } = listed;
  const total = checks.length + (measure ? 1 : 0);
  const reports: CheckReport[] = [];
  const scriptFailure = probe(session);
  let told = false;
  let ended = false;
  checks.forEach((check, done) => {
    if (ended || options.wanted?.has(check.id) === false) return;
    options.onProgress?.(done, total, check.sentence);
    let outcome: Outcome;
    if (scriptFailure !== null) {
      outcome = told ? skipped("The script did not get that far.") : { status: "error", observed: scriptFailure };
      told = true;
    } else {
      outcome = unmet(check, reports, options.wanted) ?? runCheck(session, check);
      if (outcome.status === "error") {
        // What stops the script as a whole is told once.
        const known = reports.some((earlier) => earlier.status === "error" && earlier.observed === outcome.observed);
        if (known) outcome = skipped("The script did not get that far.");
      }
    }
    reports.push(checkReport(check, outcome));
    ended = options.untilFailure === true && (outcome.status === "failed" || outcome.status === "error");
  });
  if (options.untilFailure) {
    session.end();
    return report(bundle, reports, {}, null);
  }
  if (measure) options.onProgress?.(checks.length, total, "What it costs");
  const passed = reports.every((check) => check.kind !== "must" || check.status === "passed");
  const meters = scriptFailure === null ? measured(session, listed) : null;
  session.end();
  const design = passed && meters ? resembled(bundle, listed, meters, options) : null;
  options.onProgress?.(total, total, "Done");
  return report(bundle, reports, meters ?? {}, design);
}

/** Measures scripts on the exercise's representative calls, on the same data. Those that fail are left out. */
export function compare(bundle: Bundle, source: string | null, options: GradeOptions): Measured[] {
  const listed = readChecks(bundle.checks);
  const steps = source === null ? 1 : 2;
  const results: Measured[] = [];
  if (source !== null) {
    options.onProgress?.(0, steps, "Your design");
    const meters = measured(new Session(bundle, source, options), listed);
    if (meters) results.push({ name: "yours", file: null, yours: true, meters });
  }
  options.onProgress?.(steps - 1, steps, "The accepted designs");
  results.push(...designMeters(bundle, listed, options));
  options.onProgress?.(steps, steps, "Done");
  return results;
}

function probe(session: Session): string | null {
  try {
    session.probe();
    return null;
  } catch (error) {
    return error instanceof ScriptFailure ? error.message : describe(error);
  }
}

const skipped = (observed: string): Outcome => ({ status: "skipped", observed });

/** Why a check is not worth running, or null. */
function unmet(check: Check, reports: readonly CheckReport[], wanted: ReadonlySet<string> | undefined): Outcome | null {
  const before = check.options.after?.filter((id) => wanted?.has(id) !== false);
  const missed = before?.find((id) => reports.find((earlier) => earlier.id === id)?.status !== "passed");
  if (missed !== undefined) return skipped(`It is tried once this passes: ${reports.find((r) => r.id === missed)?.sentence ?? missed}`);
  const wrong = reports.some((earlier) => earlier.kind === "must" && earlier.status !== "passed");
  return check.kind === "star" && wrong ? skipped("It is tried once the answers are right.") : null;
}

function runCheck(session: Session, check: Check): Outcome {
  const test: Test = {
    fresh: (plan) => session.fresh(plan),
    random: (seed) => session.random(seed),
    expect,
    fail,
  };
  try {
    check.run(test);
    return { status: "passed", observed: "", schedules: session.schedules };
  } catch (error) {
    if (error instanceof CheckFailure) {
      return { status: "failed", observed: error.message, schedule: error.schedule, schedules: session.schedules };
    }
    if (error instanceof ScriptFailure) return { status: "error", observed: error.message };
    // The check stumbled: as a rule over an answer of a shape that it did not foresee.
    return { status: "failed", observed: `The answer could not be used (${describe(error)}): ${session.lastCall()}` };
  } finally {
    session.free();
  }
}

function measured(session: Session, { measure }: Checks): Record<string, number> | null {
  if (!measure) return null;
  try {
    const world = session.fresh({ seed: 1001, ...measure.plan });
    return world.cost(() => measure.run(world));
  } catch {
    // It has been told in the checks.
    return null;
  } finally {
    session.end();
  }
}

/** What tells designs apart. */
const TRAITS = ["operations", "docsExamined", "keysExamined", "keysInserted", "bytesRead", "bytesWritten"];

function resembled(bundle: Bundle, listed: Checks, meters: Record<string, number>, options: GradeOptions): string | null {
  const near = designMeters(bundle, listed, options).filter(({ meters: theirs }) =>
    TRAITS.every((trait) => alike(meters[trait] ?? 0, theirs[trait] ?? 0)),
  );
  return near.length === 1 ? (near[0]?.file ?? null) : null;
}

/** What the designs of a bundle cost, by seed offset; the same at every grading. */
const designCosts = new WeakMap<Bundle, Map<number, readonly Measured[]>>();

function designMeters(bundle: Bundle, listed: Checks, options: GradeOptions): readonly Measured[] {
  const known = designCosts.get(bundle) ?? new Map<number, readonly Measured[]>();
  designCosts.set(bundle, known);
  const offset = options.seedOffset ?? 0;
  let costs = known.get(offset);
  if (!costs) {
    costs = bundle.designs.flatMap(({ name, file, source }) => {
      const meters = measured(new Session(bundle, source, options), listed);
      return meters ? [{ name, file, yours: false, meters }] : [];
    });
    known.set(offset, costs);
  }
  return costs;
}

/** Within three in a hundred, or a handful. */
function alike(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(3, 0.03 * Math.max(a, b));
}
