/** Limits a script's output to an amount that a page can draw without a pause. */
import type { OutputItem } from "../shell/output.js";

/** The shell's message about output that it omitted. */
const LEFT_OUT = /^… [\d,]+ pieces? of output with [\d,]+ characters? left out here …$/;

/**
 * The first and the last lines of an output, `most` in all, and the number of omitted lines. Errors and warnings stay.
 */
export function truncateOutput(items: readonly OutputItem[], most: number): OutputItem[] {
  const counts = items.map(({ kind, text }) => (kind === "error" ? 0 : linesOf(text)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= most) return [...items];
  const headEnd = Math.ceil(most / 2);
  const tailStart = total - (most - headEnd);
  const note: OutputItem = { kind: "warn", text: `… ${(tailStart - headEnd).toLocaleString("en")} more lines …` };
  const kept: OutputItem[] = [];
  let from = 0;
  let isNoted = false;
  for (const [at, item] of items.entries()) {
    const to = from + (counts[at] ?? 0);
    if (item.kind === "error" || to <= headEnd || from >= tailStart) kept.push(item);
    else {
      const lines = item.text.split("\n");
      if (from < headEnd) kept.push({ ...item, text: lines.slice(0, headEnd - from).join("\n") });
      if (!isNoted) kept.push(note);
      // The shell may have omitted output before.
      if (item.kind === "warn" && LEFT_OUT.test(item.text) && !kept.includes(item)) kept.push(item);
      isNoted = true;
      if (to > tailStart) kept.push({ ...item, text: lines.slice(tailStart - from).join("\n") });
    }
    from = to;
  }
  return kept;
}

function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
