/** Results as CSV, for spreadsheets. */
import { mostStars } from "../grader/xapi.js";
import type { Graded } from "./grade.js";

const HEADER = [
  "file",
  "exercise",
  "passed",
  "stars",
  "most_stars",
  "design",
  "failed_checks",
  "missed_stars",
  "failure",
];

/** One line per file, after a line of names (RFC 4180). */
export function csv(exercise: string, graded: readonly Graded[]): string {
  const rows = graded.map(({ file, report, failure }) => {
    const ids = (kind: "must" | "star"): string =>
      (report?.checks ?? [])
        .filter((check) => check.kind === kind && check.status !== "passed")
        .map(({ id }) => id)
        .join(" ");
    return [
      file,
      exercise,
      String(report?.passed === true),
      String(report?.stars ?? 0),
      report ? String(mostStars(report)) : "",
      report?.design ?? "",
      ids("must"),
      ids("star"),
      failure,
    ];
  });
  return [HEADER, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** A field. A text that a spreadsheet would treat as a formula gets an apostrophe. */
function field(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
