/**
 * Grades a learner's script against an exercise: hidden data, a rival client in every gap, a crash after every
 * operation, a limit on the cost. The grader judges what the functions do and never reads the source.
 */
import type { Bundle, CheckReport, Report, Schedules, Tested } from "./bundle.js";
import { expect, fail } from "./expect.js";
import { CheckFailure, describe, ScriptFailure } from "./failure.js";
import { brokenReport, checkReport, report, type Outcome } from "./report.js";
import { costOf, resembled } from "./measure.js";
import { measurePredictions } from "./predictions.js";
import { modelChecks } from "./model/model_checks.js";
import { readModel, type ReadModel } from "./model/read_model.js";
import { nothingPlayed, type ModelCheckBudget, type Played } from "./model/model_trial.js";
import { hash } from "./random.js";
import { ExerciseError, MODEL_CHECKS, readChecks, type Check, type Checks, type Test } from "./script.js";
import { Session, type GradeOptions } from "./session.js";
import { notAList, shown } from "./values.js";
import { forgetLocalTime, inForeignZone, localTimeRemark } from "./time_zone.js";

export type { Bundle, CheckReport, Design, FunctionEntry, Kind, Report, Status } from "./bundle.js";
export type { Meters } from "./cost.js";
export { compare, type Measured } from "./measure.js";
export { xapiStatement, type Agent, type Occasion, type Statement } from "./xapi.js";
export type { GradeOptions, NewEngine } from "./session.js";

/**
 * Range of the seeds derived from a program's text, so that the same program always meets the same histories until it
 * passes; after each pass it meets others.
 */
const PROGRAM_SEEDS = 1_000_000;
/** The distance of the seeds after each pass: more than one check uses. */
const PASS_SEEDS = 20_011;

/** Runs all checks. Always returns a report, unless the script never ends. */
export function grade(bundle: Bundle, source: string, options: GradeOptions): Report {
  return inForeignZone(() => gradeHere(bundle, source, options));
}

function gradeHere(bundle: Bundle, source: string, options: GradeOptions): Report {
  let session: Session;
  let listed: Checks;
  const played = nothingPlayed(options.called);
  try {
    session = new Session(bundle, source, options);
    const model = bundle.model === undefined ? null : readModel(bundle.model, options.modelNames);
    listed = withModel(readChecks(bundle.checks), model, {
      own: (hash(source) + (options.passes ?? 0) * PASS_SEEDS) % PROGRAM_SEEDS,
      brief: options.brief === true,
      unreduced: options.untilFailure === true,
      played,
      meetings: new Map(),
    });
  } catch (error) {
    return brokenReport(bundle, describe(error));
  }
  const { checks, measure } = listed;
  const total = checks.length + (measure ? 1 : 0);
  const reports: CheckReport[] = [];
  const scriptFailure = probe(session);
  let isReported = false;
  let ended = false;
  checks.forEach((check, done) => {
    ended ||= options.enough?.() === true;
    if (ended || options.wanted?.has(check.id) === false) return;
    options.onProgress?.(done, total, check.sentence);
    let outcome: Outcome;
    if (scriptFailure !== null) {
      outcome = isReported ? skipped("The script did not get that far.") : { status: "error", observed: scriptFailure };
      isReported = true;
    } else {
      outcome = skipReason(check, reports, options.wanted) ?? runCheck(session, check);
      outcome = repetition(check, outcome, reports) ?? outcome;
    }
    reports.push(checkReport(check, outcome));
    ended = options.untilFailure === true && (outcome.status === "failed" || outcome.status === "error");
  });
  if (options.untilFailure || options.enough || options.wanted) {
    session.end();
    return report(bundle, reports, {}, null);
  }
  if (measure) options.onProgress?.(checks.length, total, "What it costs");
  const passed = reports.every((check) => check.kind !== "must" || check.status === "passed");
  const meters = scriptFailure === null ? (costOf(session, listed)?.meters ?? null) : null;
  const predictions = measurePredictions(session, listed, scriptFailure === null);
  session.end();
  const design = passed && meters ? resembled(bundle, meters, options) : null;
  options.onProgress?.(total, total, "Done");
  const tested = bundle.model === undefined ? undefined : testedOf(played);
  return { ...report(bundle, reports, meters ?? {}, design, tested), ...(predictions.length > 0 && { predictions }) };
}

const testedOf = ({ histories, races, crashes }: Played): Tested => ({ histories, races, crashes });

/**
 * The checks with those of the model, placed after the other required checks, which name a mistake more simply. A check
 * that must run after the model's declares it, such as a limit on costs that wrong answers could undercut.
 */
function withModel(listed: Checks, model: ReadModel | null, effort: ModelCheckBudget): Checks {
  const { checks } = listed;
  if (model === null && !checks.some((check) => check.kind === "must"))
    throw new ExerciseError("checks.js has no check that must pass");
  if (model === null) return listed;
  const [must, star] = [
    checks.filter((check) => check.kind === "must"),
    checks.filter((check) => check.kind === "star"),
  ];
  const late = new Set(MODEL_CHECKS);
  for (const { id, options } of must) if (options.after?.some((other) => late.has(other))) late.add(id);
  const early = must.filter(({ id }) => !late.has(id));
  return {
    ...listed,
    checks: [...early, ...modelChecks(model, effort), ...must.filter(({ id }) => late.has(id)), ...star],
  };
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

const UNTIL_RIGHT = "It is tried once the answers are right.";

/** The reason not to run a check, or null. */
function skipReason(
  check: Check,
  reports: readonly CheckReport[],
  wanted: ReadonlySet<string> | undefined,
): Outcome | null {
  const before = check.options.after?.filter((id) => wanted?.has(id) !== false);
  const missed = before?.find((id) => reports.find((earlier) => earlier.id === id)?.status !== "passed");
  if (missed !== undefined)
    return skipped(`It is tried once this passes: ${reports.find((r) => r.id === missed)?.sentence ?? missed}`);
  const wrong = reports.some((earlier) => earlier.kind === "must" && earlier.status !== "passed");
  const last = check.kind === "star" || MODEL_CHECKS.has(check.id);
  return last && wrong ? skipped(UNTIL_RIGHT) : null;
}

/**
 * Skips a failure that probably shows the same mistake as an earlier one, which is reported once: an error with the
 * same text, or a fault with a rival or a crash after a fault without one. Stars are goals of their own: each that is
 * missed says so.
 */
function repetition(
  { kind }: Check,
  { status, observed, schedule }: Outcome,
  reports: readonly CheckReport[],
): Outcome | null {
  const before = reports.filter((earlier) => earlier.status === "failed" || earlier.status === "error");
  if (status === "error" && before.some((earlier) => earlier.status === "error" && earlier.observed === observed))
    return skipped("The script did not get that far.");
  const isSame = kind === "must" && before.some((earlier) => earlier.observed === observed);
  const hasSimpler = schedule && before.some((earlier) => earlier.kind === "must" && !earlier.schedule);
  return status === "failed" && (isSame || hasSimpler) ? skipped(UNTIL_RIGHT) : null;
}

/** The failure of a check that tried too few schedules for a verdict. */
function tooFewSchedules(schedules: Schedules | null): string {
  const { tried, possible } = schedules ?? { tried: 0, possible: 0 };
  const counts = `${tried.toLocaleString("en")} of ${possible.toLocaleString("en")} schedules`;
  return `A call makes so many operations that only ${counts} could be tried, too few to accept it: make fewer operations`;
}

function runCheck(session: Session, check: Check): Outcome {
  const test: Test = {
    fresh: (plan) => session.fresh(plan),
    cluster: (plan) => session.cluster(plan),
    random: (seed) => session.random(seed),
    expect,
    fail,
  };
  forgetLocalTime();
  try {
    check.run(test);
    const { schedules, isThin } = session;
    if (isThin && check.kind === "must") return { status: "failed", observed: tooFewSchedules(schedules), schedules };
    return { status: "passed", observed: "", schedules };
  } catch (error) {
    if (error instanceof CheckFailure) {
      const observed = `${error.message}${localTimeRemark()}`;
      return { status: "failed", observed, schedule: error.schedule, schedules: session.schedules };
    }
    if (error instanceof ScriptFailure) return { status: "error", observed: error.message };
    // The check itself threw, usually because it does not expect the shape of an answer.
    return { status: "failed", observed: unexpectedShape(error, session) };
  } finally {
    session.free();
  }
}

/** The cause of a check's exception: the part of the last answer with an unexpected type. */
function unexpectedShape(error: unknown, session: Session): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, name] =
    /([A-Za-z_$][\w$]*)(?: \?\? \[\])?\)*(?:\.[\w$]+)? is not (?:iterable|a function)/.exec(message) ?? [];
  const call = session.last();
  const found = name === undefined || !call ? null : notAList(call.value, name);
  if (call && found)
    return `${call.name} returned an answer whose \`${found.path}\` is ${shown(found.value)}, and no array`;
  return `The answer does not have the promised shape: ${session.lastCall()}`;
}
