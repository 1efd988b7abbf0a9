/** Static checks of an exercise's scripts, and the lines of its checks. */
import { parse, type AnyNode, type Program } from "acorn";
import { full } from "acorn-walk";

import { methodOf } from "./mutate/edits.js";
import type { Exercise } from "./validate_exercise.js";

/** A position in one of the exercise's files; lines count from 1, and 0 means the whole file. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A fault in a compiler's format, with the path from the repository's root. */
export function syntaxErrorText({ track, id }: Pick<Exercise, "track" | "id">, { file, line, message }: Fault): string {
  const folder = `exercises/${track === undefined ? "" : `${track}/`}${id}`;
  return `${folder}/${file}${line > 0 ? `:${line}` : ""}: ${message}`;
}

/** Parses all scripts; reports syntax errors, and assertions without a sentence. */
export function lint(exercise: Exercise): Fault[] {
  const scripts: (readonly [file: string, source: string])[] = [
    ["data.js", exercise.data],
    ["starter.js", exercise.starter],
    ["checks.js", exercise.checks],
    ...(exercise.model === undefined ? [] : ([["model.js", exercise.model]] as const)),
    ...exercise.designs.map(({ file, source }): [string, string] => [`designs/${file}`, source]),
    ...exercise.wrong.map(({ file, source }): [string, string] => [`wrong/${file}`, source]),
  ];
  const faults = scripts.flatMap(([file, source]): Fault[] => {
    const program = read(source);
    if ("message" in program) return [{ file, ...program }];
    return file === "checks.js" ? silent(program).map((line) => ({ file, line, message: SILENT })) : [];
  });
  const isModelled = exercise.model !== undefined || NO_MODEL.test(exercise.checks);
  return isModelled ? faults : [...faults, { file: "checks.js", line: 0, message: UNMODELLED }];
}

/** The line in `checks.js` that explains why there is no model. */
const NO_MODEL = /^\/\/ No model: \S/m;
const UNMODELLED = "there is no model.js, and no line `// No model: …` says why";

const SILENT = "this has no text for its failure: pass the sentence that states what was observed";

/** Lines of assertions without a sentence. */
function silent(program: Program): number[] {
  const lines: number[] = [];
  full(program, (given) => {
    const node = given as AnyNode;
    if (node.type !== "CallExpression") return;
    const method = methodOf(node);
    if ((method === "that" && node.arguments.length < 2) || (method === "fail" && node.arguments.length < 1))
      lines.push(node.loc?.start.line ?? 0);
  });
  return lines;
}

/** Returns a function that finds a check's line in `checks.js` by id; 0 if not found, because ids may be computed. */
export function checkLines(checks: string): (id: string) => number {
  const program = read(checks);
  const listed: { pattern: RegExp; line: number }[] = [];
  if (!("message" in program)) {
    full(program, (given) => {
      const node = given as AnyNode;
      if (
        node.type !== "CallExpression" ||
        node.callee.type !== "Identifier" ||
        !["must", "star"].includes(node.callee.name)
      )
        return;
      const [first] = node.arguments;
      const parts =
        first?.type === "Literal"
          ? [String(first.value)]
          : first?.type === "TemplateLiteral"
            ? first.quasis.map((part) => part.value.raw)
            : [];
      const pattern = parts.map((part) => part.replace(/[^\w]/g, "\\$&")).join(".+");
      if (parts.length > 0) listed.push({ pattern: new RegExp(`^${pattern}$`), line: node.loc?.start.line ?? 0 });
    });
  }
  return (id) => listed.find(({ pattern }) => pattern.test(id))?.line ?? 0;
}

/** The line named in an error's text: `(line 3, column 7)`. */
export function lineIn(text: string): number {
  return Number(/\(line (\d+)\b/.exec(text)?.[1] ?? 1);
}

function read(source: string): Program | { line: number; message: string } {
  try {
    return parse(source, {
      ecmaVersion: "latest",
      sourceType: "script",
      allowAwaitOutsideFunction: true,
      locations: true,
    });
  } catch (error) {
    const { loc, message } = error as SyntaxError & { loc?: { line: number } };
    return { line: loc?.line ?? 0, message: message.replace(/ \(\d+:\d+\)$/, "") };
  }
}
