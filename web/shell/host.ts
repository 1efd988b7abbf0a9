/** JavaScript for the database: `$where`, `$function`, `$accumulator`, `mapReduce`. */
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
      const make = (0, eval)(`(function(${[...names.keys()].join(",")}){ return (${asFunction(source)}) })`) as (
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

/** A function's source, from that of a function, an expression or a function's body: `$where` takes all three. */
function asFunction(source: string): string {
  const text = source.trim().replace(/;+$/, "");
  try {
    const node = parseExpression(text);
    if (text.slice(node.end).trim() === "") {
      const isFunction = node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression";
      return isFunction ? text : `function(){ const obj = this; return (${text}\n) }`;
    }
  } catch {
    // No expression: statements, or nonsense, which the next line reports.
  }
  parseProgram(source, { allowAwaitOutsideFunction: false, allowReturnOutsideFunction: true });
  return `function(){ const obj = this; ${source}\n}`;
}
