/**
 * Results recorded in code: `// => …` after a statement or on the lines below it. Such a mark belongs to all statements
 * since the previous one.
 */

/** Statements and their expected output. */
export interface Chunk {
  /** Line of its first statement, from 0 in the snippet. */
  readonly line: number;
  readonly code: string;
  /** The recorded result; null for statements without one. */
  readonly expected: string | null;
  /** The lines of the mark, from 0: the first one and their number. */
  readonly mark: { readonly from: number; readonly count: number; readonly isInline: boolean } | null;
}

const MARK = /^(.*?)\s*\/\/ =>(?: (.*)|$)/;
const MORE = /^\s*\/\/ {2,}(.*)$/;

/** Splits code at its marks. */
export function chunks(code: string): Chunk[] {
  const lines = code.split("\n");
  const result: Chunk[] = [];
  let start = 0;
  for (let at = 0; at < lines.length; at++) {
    const [, before, first] = MARK.exec(lines[at] as string) ?? [];
    if (before === undefined) continue;
    const from = at;
    const expected = [first ?? ""];
    for (let more = MORE.exec(lines[at + 1] ?? ""); more; more = MORE.exec(lines[at + 1] ?? "")) {
      expected.push(more[1] as string);
      at += 1;
    }
    const own = [...lines.slice(start, from), before];
    result.push({
      line: start,
      code: own.join("\n"),
      expected: expected.join("\n"),
      mark: { from, count: at - from + 1, isInline: before.trim() !== "" },
    });
    start = at + 1;
  }
  const rest = lines.slice(start).join("\n");
  if (rest.trim() !== "") result.push({ line: start, code: rest, expected: null, mark: null });
  return result;
}

/** The longest result recorded on one line, in characters. */
const ONE_LINE = 90;

/** Formats a result as the lines of a mark, each after `indent`. */
export function markLines(printed: string, indent: string): string[] {
  const joined = collapsed(printed);
  if (joined.length <= ONE_LINE) return [`${indent}// => ${joined}`.trimEnd()];
  const [first, ...rest] = printed.split("\n");
  return [`${indent}// => ${first}`, ...rest.map((line) => `${indent}//    ${line}`)];
}

/** Whether two results are equal except for line breaks and spaces. */
export const sameResult = (a: string, b: string): boolean => collapsed(a) === collapsed(b);

const collapsed = (text: string): string => text.replace(/\s+/g, " ").trim();
