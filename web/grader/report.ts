/** Builds a report. */
import { glossaryEntryFor } from "./glossary_entry.js";
import type { Bundle, CheckReport, Report, Schedule, Schedules, Status, Tested } from "./bundle.js";
import type { Check } from "./script.js";

/** The outcome of one check. */
export interface Outcome {
  readonly status: Status;
  readonly observed: string;
  readonly schedule?: Schedule | null;
  readonly schedules?: Schedules | null;
}

/** The report of one check. */
export function checkReport(check: Check, outcome: Outcome): CheckReport {
  const { id, sentence, kind } = check;
  const hint = outcome.status === "passed" ? "" : (check.options.hint ?? "");
  const { status, observed, schedule, schedules } = outcome;
  const about = status === "failed" ? (check.options.about ?? glossaryEntryFor(observed, schedule)) : null;
  return {
    id,
    sentence,
    kind,
    status,
    observed,
    hint,
    ...(about !== null && { about }),
    ...(schedule && { schedule }),
    ...(schedules && { schedules }),
  };
}

/** The whole report. */
export function report(
  bundle: Bundle,
  checks: readonly CheckReport[],
  meters: Readonly<Record<string, number>>,
  design: string | null,
  tested?: Tested,
): Report {
  const passed = checks.every((check) => check.kind !== "must" || check.status === "passed");
  const stars = passed ? 1 + checks.filter((check) => check.kind === "star" && check.status === "passed").length : 0;
  return {
    exercise: bundle.id,
    version: bundle.version ?? 1,
    passed,
    stars,
    checks,
    meters,
    design,
    ...(tested && { tested }),
  };
}

/** The report of an exercise that is broken itself. */
export function brokenReport(bundle: Bundle, message: string): Report {
  const check: CheckReport = {
    id: "exercise",
    sentence: "The exercise can be checked.",
    kind: "must",
    status: "error",
    observed: `This exercise is broken, and not by you. ${message}`,
    hint: "",
  };
  return report(bundle, [check], {}, null);
}
