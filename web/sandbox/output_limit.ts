/** Keeps what a script prints to what a page can draw without a pause. */
import type { OutputItem } from "../shell/output.js";

/** The first `most` lines of an output, and a word about the rest. What went wrong stays. */
export function truncateOutput(items: readonly OutputItem[], most: number): OutputItem[] {
  const kept: OutputItem[] = [];
  let left = most;
  let isCut = false;
  for (const item of items) {
    if (item.kind === "error") kept.push(item);
    if (item.kind === "error" || left <= 0) {
      isCut ||= item.kind !== "error";
      continue;
    }
    const end = endOfLines(item.text, left);
    left -= end.lines;
    isCut ||= end.at < item.text.length;
    kept.push(end.at < item.text.length ? { ...item, text: item.text.slice(0, end.at) } : item);
  }
  if (isCut) kept.push({ kind: "warn", text: `Output stops here: more than ${most.toLocaleString("en")} lines` });
  return kept;
}

/** Where the first `most` lines of a text end, and how many it has up to there. */
function endOfLines(text: string, most: number): { at: number; lines: number } {
  let at = -1;
  for (let lines = 1; lines <= most; lines++) {
    at = text.indexOf("\n", at + 1);
    if (at < 0) return { at: text.length, lines };
  }
  return { at, lines: most };
}
