/** Runs JavaScript for the database: `$where`, `$function`, `$accumulator`, `mapReduce`. */
import type { AssignmentExpression, Program } from "acorn";
import { full } from "acorn-walk";
import { Code, EJSON } from "bson";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import type { Engine } from "./engine.js";
import type { Names } from "./globals.js";
import { parseExpression, parseProgram } from "./parser.js";
import { SERVER_FUNCTIONS, serverArray, serverObject } from "./server_functions.js";

type Callback = (...args: unknown[]) => unknown;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Names of the shell that server-side functions lack: state stored there would outlive the command. */
const SHELL_ONLY = new Set([
  ...[
    "config",
    "DBQuery",
    "sh",
    "rs",
    "sp",
    "Mongo",
    "connect",
    "disableTelemetry",
    "enableTelemetry",
    "use",
    "show",
    "it",
    "log",
  ],
  ...["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"],
]);

/**
 * Installs the callback through which the engine runs JavaScript with the shell's names in scope. Compiled functions
 * and the global object last for one command, so only the database carries state from one command to the next.
 */
export function installHost(engine: Engine, newGlobals: () => Names): void {
  const compiled = new Map<string, Callback>();
  let globals: Names | null = null;
  let global = Object.create(globalThis) as object;
  let command = 0;
  let storedNames: Record<string, unknown> | null = null;
  let emitted: { k?: unknown; v: unknown }[] = [];
  const emit = (...given: unknown[]): void => {
    if (given.length !== 2) throw new Error("emit takes 2 args");
    // An undefined key is omitted: BSON's encoder would write null.
    emitted.push(given[0] === undefined ? { v: given[1] } : { k: given[0], v: given[1] });
  };
  // The clock stands still while a command runs; sleeping counts against `maxTimeMS`.
  let slept = 0;
  let timeLeft = Infinity;
  const sleep = (millis: unknown): void => {
    if (typeof millis !== "number") throw new TypeError("sleep takes a single numeric argument -- sleep(milliseconds)");
    slept += Math.max(0, Math.trunc(millis) || 0);
    if (slept >= timeLeft) throw new Error("operation exceeded time limit");
  };
  const namesFor = (source: string): Map<string, unknown> => {
    const names = (globals ??= newGlobals());
    // Code that a function evaluates may use any name.
    const wanted = names
      .names()
      .filter((name) => !SHELL_ONLY.has(name) && (source.includes(name) || source.includes("eval")));
    return new Map<string, unknown>([
      ...wanted.map((name) => [name, names.get(name)] as const),
      ...Object.entries(SERVER_FUNCTIONS),
      ["sleep", sleep],
      ["globalThis", global],
      ["self", global],
      ["emit", emit],
      ["Array", serverArray],
      ["Object", serverObject],
    ]);
  };
  // Stored functions may call each other, so all are compiled together, once per command.
  const compileStored = (stored: Record<string, unknown>): Record<string, unknown> => {
    const usable = Object.entries(stored).filter(([name]) => IDENTIFIER.test(name));
    const sources = usable.map(([, value]) => (value instanceof Code ? String(value.code) : ""));
    const names = namesFor(sources.join("\n"));
    const plain = usable.filter(([, value]) => !(value instanceof Code));
    for (const [name, value] of plain) names.set(name, value);
    const functions = usable.filter(([, value]) => value instanceof Code).map(([name]) => name);
    for (const name of functions) names.delete(name);
    const assignments = usable.flatMap(([name, value]) =>
      value instanceof Code ? [`${name} = ${asFunction(String(value.code))};`] : [],
    );
    const declared = functions.length > 0 ? `var ${functions.join(", ")};` : "";
    const body = `${declared} ${assignments.join("\n")} return { ${functions.join(", ")} };`;
    const make = (0, eval)(`(function(${[...names.keys()].join(",")}){ ${body} })`) as (
      ...given: unknown[]
    ) => Record<string, unknown>;
    return { ...Object.fromEntries(plain), ...make(...names.values()) };
  };
  const callbackOf = (source: string, scope: Record<string, unknown> | undefined): Callback => {
    const key = scope ? `${source}\n${EJSON.stringify(scope, { relaxed: false })}` : source;
    let callback = compiled.get(key);
    if (!callback) {
      const names = namesFor(source);
      for (const [name, value] of Object.entries(storedNames ?? {})) names.set(name, value);
      for (const [name, value] of Object.entries(scope ?? {})) {
        if (!IDENTIFIER.test(name))
          throw new Error(`The scope's name ${JSON.stringify(name)} is not a valid variable name.`);
        names.set(name, value instanceof Code ? callbackOf(String(value.code), undefined) : value);
      }
      const make = (0, eval)(`(function(${[...names.keys()].join(",")}){ ${asCallback(source)} })`) as (
        ...given: unknown[]
      ) => Callback;
      callback = make(...names.values());
      compiled.set(key, callback);
    }
    return callback;
  };
  engine.setHost((request) => {
    if (engine.commandNumber !== command) {
      command = engine.commandNumber;
      compiled.clear();
      globals = null;
      storedNames = null;
      global = Object.create(globalThis) as object;
    }
    const { code, args, this: self, scope, stored, timeLeft: left } = decode(request);
    slept = 0;
    timeLeft = left === undefined ? Infinity : Number(left);
    if (stored) storedNames ??= compileStored(stored as Record<string, unknown>);
    const source = code instanceof Code ? String(code.code) : String(code);
    const callback = callbackOf(source, scope as Record<string, unknown> | undefined);
    const outer = emitted;
    emitted = [];
    try {
      const value = callback.apply(self ?? {}, (args ?? []) as unknown[]);
      return encode(slept > 0 ? { value, emitted, slept } : { value, emitted });
    } catch (error) {
      // The engine reports the exceeded time limit.
      if (slept >= timeLeft) return encode({ slept });
      throw error;
    } finally {
      emitted = outer;
    }
  });
}

/**
 * The body of a callback from a source: a function, an expression or a function's body, since `$where` accepts all
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
    // Not an expression: either statements or a syntax error, which the next line reports.
  }
  const program = parseProgram(source, { allowAwaitOutsideFunction: false, allowReturnOutsideFunction: true });
  // As in a script, the last statement's value is the result.
  const last = program.body.at(-1);
  const body =
    last?.type === "ExpressionStatement" ? `${source.slice(0, last.start)}return ${source.slice(last.start)}` : source;
  return `function(){ ${declarations(program)}${body}\n}`;
}

/** Whether the text before and after an expression consists of parentheses around it. */
function isAround(before: string, behind: string): boolean {
  const opened = before.replace(/\s/g, "");
  const closed = behind.replace(/\s/g, "");
  return /^\(*$/.test(opened) && /^\)*$/.test(closed) && opened.length === closed.length;
}

/** Declares the variables that a body assigns, so that they belong to the call and do not outlive it. */
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
    } else if ((node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id)
      assigned.delete(node.id.name);
  }
  return assigned.size === 0 ? "" : `var ${[...assigned].join(", ")}; `;
}
