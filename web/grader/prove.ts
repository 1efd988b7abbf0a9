/**
 * Proves that an exercise holds what it promises: the starter fails, every accepted design passes, every wrong answer
 * fails at its check with its words, always the same, and with other seeds too.
 */
import type { Engine } from "../shell/engine.js";
import type { Bundle, Report } from "./bundle.js";
import { grade } from "./index.js";

/** A classic mistake. */
export interface Wrong {
  readonly file: string;
  /** Id of the check that must fail. */
  readonly fails: string;
  /** A fragment of what that check must say. */
  readonly says: string;
  readonly source: string;
}

/** A bundle with what only its proof needs. */
export interface Exercise extends Bundle {
  readonly starter: string;
  readonly wrong: readonly Wrong[];
}

/** What was found about one exercise. */
export interface Proof {
  readonly faults: readonly string[];
  readonly checks: number;
  readonly designs: number;
  readonly wrong: number;
  /** How many reports were made. */
  readonly reports: number;
}

/** Shifts of all seeds with which designs and wrong answers are graded. */
const OFFSETS = [0, 1, 5000];

/** Grades everything an exercise comes with. */
export function prove(exercise: Exercise, newEngine: () => Engine): Proof {
  const faults: string[] = [];
  let reports = 0;
  const graded = (source: string, seedOffset: number): Report => {
    reports += 1;
    return grade(exercise, source, { newEngine, seedOffset });
  };

  const starter = graded(exercise.starter, 0);
  const ids = new Set(starter.checks.map((check) => check.id));
  faults.push(...starterFaults(starter));

  const reached = new Set<string>();
  for (const design of exercise.designs) {
    for (const offset of OFFSETS) {
      const report = graded(design.source, offset);
      faults.push(...designFaults(report, `designs/${design.file}, seeds + ${offset}`));
      for (const check of report.checks) if (check.status === "passed") reached.add(check.id);
      if (offset === OFFSETS[0] && JSON.stringify(graded(design.source, offset)) !== JSON.stringify(report)) {
        faults.push(`designs/${design.file}: graded twice, the reports differ`);
      }
    }
  }
  for (const check of starter.checks) {
    if (!reached.has(check.id)) faults.push(`the check ${check.id} is passed by no design`);
  }

  for (const wrong of exercise.wrong) {
    if (!ids.has(wrong.fails)) {
      faults.push(`wrong/${wrong.file}: there is no check ${wrong.fails}`);
      continue;
    }
    for (const offset of OFFSETS) {
      const fault = wrongFault(graded(wrong.source, offset), wrong);
      if (fault) faults.push(`wrong/${wrong.file}, seeds + ${offset}: ${fault}`);
    }
  }
  return {
    faults,
    checks: ids.size,
    designs: exercise.designs.length,
    wrong: exercise.wrong.length,
    reports,
  };
}

function starterFaults(report: Report): string[] {
  const broken = report.checks.find((check) => check.status === "error");
  if (broken) return [`starter.js does not run: ${broken.observed}`];
  return report.checks.some((check) => check.status === "failed") ? [] : ["starter.js fails no check"];
}

function designFaults(report: Report, name: string): string[] {
  const faults = report.checks
    .filter((check) => check.kind === "must" && check.status !== "passed")
    .map((check) => `${name}: ${check.id} is ${check.status}: ${check.observed}`);
  if (faults.length === 0 && Object.keys(report.meters).length === 0) {
    faults.push(`${name}: its cost could not be measured`);
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
  return check.observed.includes(wrong.says) ? null : `${wrong.fails} does not say "${wrong.says}" but: ${check.observed}`;
}
