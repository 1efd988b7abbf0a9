/** JavaScript for the database: `$where`, `$function`, `$accumulator`, `mapReduce`. */
import type { AssignmentExpression, Program } from "acorn";
import { full } from "acorn-walk";
import { Code, EJSON } from "bson";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import type { Engine } from "./engine.js";
import type { Names } from "./globals.js";
import { parseExpression, parseProgram } from "./parser.js";
import { SERVER_FUNCTIONS, serverArray } from "./server_functions.js";

type Callback = (...args: unknown[]) => unknown;

/** Compiled functions kept by source. */
const KEPT = 200;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Has the engine call back with the shell's names in scope. */
export function installHost(engine: Engine, globals: Names): void {
  const compiled = new Map<string, Callback>();
  let emitted: { k: unknown; v: unknown }[] = [];
  const emit = (...given: unknown[]): void => {
    if (given.length !== 2) throw new Error("emit takes 2 args");
    emitted.push({ k: given[0], v: given[1] });
  };
  const callbackOf = (source: string, scope: Record<string, unknown> | undefined): Callback => {
    const key = scope ? `${source}\n${EJSON.stringify(scope, { relaxed: false })}` : source;
    let callback = compiled.get(key);
    if (!callback) {
      const names = new Map<string, unknown>([
        ...globals.names().map((name) => [name, globals.get(name)] as const),
        ...Object.entries(SERVER_FUNCTIONS),
        ["emit", emit],
        ["Array", serverArray],
      ]);
      for (const [name, value] of Object.entries(scope ?? {})) {
        if (!IDENTIFIER.test(name)) throw new Error(`The scope's name ${JSON.stringify(name)} is no variable's name.`);
        names.set(name, value instanceof Code ? callbackOf(String(value.code), undefined) : value);
      }
      const make = (0, eval)(`(function(${[...names.keys()].join(",")}){ ${asCallback(source)} })`) as (
        ...given: unknown[]
      ) => Callback;
      callback = make(...names.values());
      if (compiled.size >= KEPT) compiled.clear();
      compiled.set(key, callback);
    }
    return callback;
  };
  engine.setHost((request) => {
    const { code, args, this: self, scope } = decode(request);
    const source = code instanceof Code ? String(code.code) : String(code);
    const callback = callbackOf(source, scope as Record<string, unknown> | undefined);
    const outer = emitted;
    emitted = [];
    try {
      const value = callback.apply(self, (args ?? []) as unknown[]);
      return encode({ value, emitted });
    } finally {
      emitted = outer;
    }
  });
}

/**
 * The body that makes a callback of a source: a function, an expression or a function's body, as `$where` takes all
 * three. `obj` is the document that the callback runs on.
 */
function asCallback(source: string): string {
  return `var obj; const callback = ${asFunction(source)};
    return function (...given) { obj = this; return callback.apply(this, given); }`;
}

function asFunction(source: string): string {
  const text = source.trim().replace(/[;\s]+$/, "");
  try {
    const node = parseExpression(text);
    if (isAround(text.slice(0, node.start), text.slice(node.end))) {
      const isFunction = node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression";
      return isFunction ? `(${text})` : `function(){ return (${text}\n) }`;
    }
  } catch {
    // No expression: statements, or nonsense, which the next line reports.
  }
  const program = parseProgram(source, { allowAwaitOutsideFunction: false, allowReturnOutsideFunction: true });
  // Like the value of a script, that of the last statement is the result.
  const last = program.body.at(-1);
  const body = last?.type === "ExpressionStatement" ? `${source.slice(0, last.start)}return ${source.slice(last.start)}` : source;
  return `function(){ ${declarations(program)}${body}\n}`;
}

/** Whether what stands before and behind an expression are parentheses around it. */
function isAround(before: string, behind: string): boolean {
  const opened = before.replace(/\s/g, "");
  const closed = behind.replace(/\s/g, "");
  return /^\(*$/.test(opened) && /^\)*$/.test(closed) && opened.length === closed.length;
}

/** Declares the variables that a body assigns: they are the call's own and do not outlive it. */
function declarations(program: Program): string {
  const assigned = new Set<string>();
  full(program, (node) => {
    if (node.type !== "AssignmentExpression") return;
    const { left } = node as AssignmentExpression;
    if (left.type === "Identifier") assigned.add(left.name);
  });
  for (const node of program.body) {
    if (node.type === "VariableDeclaration") {
      for (const { id } of node.declarations) if (id.type === "Identifier") assigned.delete(id.name);
    } else if ((node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id) assigned.delete(node.id.name);
  }
  return assigned.size === 0 ? "" : `var ${[...assigned].join(", ")}; `;
}
