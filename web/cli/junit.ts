/** Reports as JUnit XML, which CI systems display. */
import type { CheckReport } from "../grader/bundle.js";
import type { Graded } from "./grade.js";

/** One suite per file, one case per check; a missed star counts as skipped. */
export function junit(exercise: string, graded: readonly Graded[]): string {
  const suites = graded.map(({ file, report, failure }) => {
    const cases = report
      ? report.checks.map((check) => checkCase(exercise, check))
      : [caseOf(exercise, "grading", element("failure", failure))];
    const failures = cases.filter((text) => text.includes("<failure")).length;
    return `<testsuite name="${escaped(file)}" tests="${cases.length}" failures="${failures}">\n${cases.join("")}</testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

function checkCase(exercise: string, { id, kind, status, observed }: CheckReport): string {
  if (status === "passed") return caseOf(exercise, id, "");
  const isFault = kind === "must" && status !== "skipped";
  return caseOf(exercise, id, element(isFault ? "failure" : "skipped", observed));
}

const caseOf = (exercise: string, id: string, inner: string): string =>
  `<testcase classname="${escaped(exercise)}" name="${escaped(id)}">${inner}</testcase>\n`;

const element = (name: string, message: string): string => `<${name} message="${escaped(message)}"/>`;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Escapes text for an attribute; characters that XML 1.0 does not allow become the replacement character. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"\n]/g, (letter) => ESCAPES[letter] ?? letter)
    .replace(/[^\t\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
