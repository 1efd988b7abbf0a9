/**
 * Inserts the call of the learner's `setup(db, rows)` into a run of an exercise. The checks call `setup` after the
 * whole script; a run must call it earlier, before the statements that try the functions out. These usually follow the
 * declarations, so the call precedes the first statement that is not a declaration, or that is a declaration which
 * already uses `db`.
 */
import type { Node, Program, Statement, ModuleDeclaration } from "acorn";
import { simple } from "acorn-walk";

import type { ScriptError } from "../shell/failure.js";
import { parseProgram } from "../shell/parser.js";

const CALL = "setup(db, rows);";

/** A script with the inserted call. */
export interface Placed {
  source: string;
  /** Maps the columns of an error to the learner's own source. */
  mend(error: ScriptError): ScriptError;
}

/** Inserts the call. Null if the script has no top-level function `setup`, or a syntax error. */
export function withSetup(source: string): Placed | null {
  let program: Program;
  try {
    program = parseProgram(source);
  } catch {
    // The shell reports the error; or the script uses the shell's own syntax (`show`, `use`).
    return null;
  }
  const declared = program.body.findIndex(declaresSetup);
  if (declared < 0) return null;
  const hoisted = program.body[declared]?.type === "FunctionDeclaration";
  const from = hoisted ? 0 : declared + 1;
  const before = program.body.slice(from).find((statement) => !isDeclaration(statement) || usesDb(statement));
  const at = before ? before.start : source.length;
  const line = before?.loc?.start.line ?? 0;
  const column = before?.loc?.start.column ?? 0;
  // On the same line, so that line numbers stay; at the end on its own line, because a comment may be there.
  const call = before ? CALL : `\n${CALL}`;
  return {
    source: source.slice(0, at) + call + source.slice(at),
    mend(error) {
      const shifted = before && error.line === line && (error.column ?? 0) > column;
      return shifted ? { ...error, column: Math.max(column + 1, (error.column ?? 0) - CALL.length) } : error;
    },
  };
}

/** The script with all statements except declarations commented out. */
export function withoutCalls(source: string): string {
  let program: Program;
  try {
    program = parseProgram(source);
  } catch {
    return commented(source);
  }
  let text = "";
  let at = 0;
  for (const statement of program.body) {
    if (isDeclaration(statement) && !usesDb(statement)) continue;
    // A line that two statements share cannot be commented out in part.
    const isAlone =
      /(^|\n)[ \t]*$/.test(source.slice(at, statement.start)) &&
      /^[ \t;]*(\/\/[^\n]*)?(\n|$)/.test(source.slice(statement.end));
    if (!isAlone) return commented(source);
    text += `${source.slice(at, statement.start)}${commented(source.slice(statement.start, statement.end))}`;
    at = statement.end;
  }
  return text + source.slice(at);
}

const commented = (text: string): string => text.replace(/^/gm, "// ");

/** The functions that a script defines at its top level. Empty if it has a syntax error. */
export function functionNames(source: string): string[] {
  let program: Program;
  try {
    program = parseProgram(source);
  } catch {
    return [];
  }
  return program.body.flatMap((statement) => {
    if (statement.type === "FunctionDeclaration") return [statement.id.name];
    if (statement.type !== "VariableDeclaration") return [];
    const functions = statement.declarations.filter(({ init }) => init && /FunctionExpression$/.test(init.type));
    return functions.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  });
}

type TopLevel = Statement | ModuleDeclaration;

function declaresSetup(statement: TopLevel): boolean {
  if (statement.type === "FunctionDeclaration") return statement.id.name === "setup";
  return (
    statement.type === "VariableDeclaration" &&
    statement.declarations.some(({ id }) => id.type === "Identifier" && id.name === "setup")
  );
}

function isDeclaration(statement: TopLevel): boolean {
  const directive =
    statement.type === "ExpressionStatement" && "directive" in statement && statement.directive !== undefined;
  return directive || statement.type.endsWith("Declaration");
}

/** Whether `db` is used outside of the functions that a declaration defines. */
function usesDb(statement: Node): boolean {
  if (statement.type === "FunctionDeclaration" || statement.type === "ClassDeclaration") return false;
  const functions: [number, number][] = [];
  const inFunction = ({ start, end }: Node): void => void functions.push([start, end]);
  const names: number[] = [];
  simple(statement, {
    FunctionExpression: inFunction,
    ArrowFunctionExpression: inFunction,
    Identifier(node) {
      if (node.name === "db") names.push(node.start);
    },
  });
  return names.some((at) => !functions.some(([start, end]) => at >= start && at < end));
}
