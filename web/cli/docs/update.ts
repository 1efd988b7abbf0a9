/** Writes actual results into a page's text. */
import type { Update } from "./check.js";
import { markLines } from "./expectations.js";

/** The text with each result replaced, and the updates that must be made manually. */
export function updated(text: string, updates: readonly Update[]): { text: string; byHand: readonly Update[] } {
  const lines = text.split("\n");
  const isWritable = ({ snippet }: Update): boolean => snippet.isVerbatim;
  const line = ({ snippet, chunk }: Update): number =>
    chunk?.mark ? snippet.line + chunk.mark.from : (snippet.result?.line ?? 0);
  // From the end, so that earlier lines keep their numbers.
  for (const update of updates.filter(isWritable).sort((a, b) => line(b) - line(a))) {
    const { snippet, chunk, actual } = update;
    const from = line(update) - 1;
    const old = lines[from] ?? "";
    const indent = /^\s*/.exec(old)?.[0] ?? "";
    if (chunk?.mark) {
      const [first, ...rest] = markLines(actual, indent);
      const code = chunk.mark.isInline
        ? `${old.slice(0, old.indexOf("// =>"))}${(first ?? "").trimStart()}`
        : (first ?? "");
      lines.splice(from, chunk.mark.count, code, ...rest);
    } else if (snippet.result) {
      const count = snippet.result.text.split("\n").length;
      lines.splice(from, count, ...actual.split("\n").map((one) => `${indent}${one}`.trimEnd()));
    }
  }
  return { text: lines.join("\n"), byHand: updates.filter((update) => !isWritable(update)) };
}
