/** JavaScript for the database: `$where`, `$function`, `$accumulator`, `mapReduce`. */
import { parse, parseExpressionAt } from "acorn";
import { Code } from "bson";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import type { Engine } from "./engine.js";

type Callback = (...args: unknown[]) => unknown;

/** Compiled functions kept by source. */
const KEPT = 200;

const ARRAY_EXTRAS: Record<string, (list: number[]) => unknown> = {
  sum: (list) => list.reduce((sum, item) => sum + item, 0),
  avg: (list) => (list.length === 0 ? null : list.reduce((sum, item) => sum + item, 0) / list.length),
};

/** `Array` with the server's additions: `Array.sum(values)` is how reduce functions are written. */
const serverArray = new Proxy(Array, {
  get: (target, property) =>
    typeof property === "string" && Object.hasOwn(ARRAY_EXTRAS, property)
      ? ARRAY_EXTRAS[property]
      : (Reflect.get(target, property) as unknown),
});

/** Has the engine call back with the shell's names in scope. */
export function installHost(engine: Engine, globals: ReadonlyMap<string, unknown>): void {
  const compiled = new Map<string, Callback>();
  let emitted: { k: unknown; v: unknown }[] = [];
  const emit = (k: unknown, v: unknown): void => void emitted.push({ k, v });
  const names = [...globals.keys(), "emit", "Array"];
  const values = [...globals.values(), emit, serverArray];
  const callbackOf = (source: string): Callback => {
    let callback = compiled.get(source);
    if (!callback) {
      const make = (0, eval)(`(function(${names.join(",")}){ return (${asFunction(source)}) })`) as (...given: unknown[]) => Callback;
      callback = make(...values);
      if (compiled.size >= KEPT) compiled.clear();
      compiled.set(source, callback);
    }
    return callback;
  };
  engine.setHost((request) => {
    const { code, args, this: self } = decode(request);
    const callback = callbackOf(code instanceof Code ? String(code.code) : String(code));
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
    const node = parseExpressionAt(text, 0, { ecmaVersion: "latest" });
    if (text.slice(node.end).trim() === "") {
      const isFunction = node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression";
      return isFunction ? text : `function(){ const obj = this; return (${text}\n) }`;
    }
  } catch {
    // No expression: statements, or nonsense, which the next line reports.
  }
  parse(source, { ecmaVersion: "latest", allowReturnOutsideFunction: true });
  return `function(){ const obj = this; ${source}\n}`;
}
