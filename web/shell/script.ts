/** Compiles scripts and locates errors in them. */
import type { Names } from "./globals.js";
import { HOOKS, rewrite, type Rewritten } from "./rewrite.js";
import { runAsync, settled } from "./sync_promise.js";
import { listsFrames, readFrames, SCRIPT } from "./stack_traces.js";

/** A getter and a setter of one variable of a script that has run. */
export type Binding = readonly [get: () => unknown, set: (value: unknown) => void];

/** A position in a script; both count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Names visible to scripts: fixed values, and variables of earlier scripts. */
export interface Scope {
  globals: Names;
  /** Variables of earlier scripts, as accessors; they take precedence. */
  variables: Record<string, unknown>;
  /** Called by `it`. */
  more: () => unknown;
  /** Runs a command such as `use shop` or `show dbs` and prints its message. */
  command: (name: string, ...given: string[]) => void;
}

/** A script ready to run. */
export interface Script {
  /** Names that it declares. */
  declared: string[];
  /** Runs the script. `bindings` receives its variables before its first statement. */
  run(bindings: (all: Record<string, Binding>) => void): { value: unknown; line: number | undefined };
}

const FILENAME_PREFIX = "dojo-script-";
const FRAME = /dojo-script-(\d+)\.js:(\d+):(\d+)/g;
/** Kept for locating errors: a session's functions may be called much later. */
const positions = new Map<number, Rewritten["position"]>();
const MAX_POSITIONS = 500;
let scripts = 0;

/** A compiled script, independent of its runs. */
interface Compiled {
  readonly number: number;
  readonly declared: string[];
  /** The globals that it uses. */
  readonly names: readonly string[];
  /** Whether it may use the global object. */
  readonly usesThis: boolean;
  /** Whether it reads names that may be properties of the global object. */
  readonly wide: boolean;
  readonly factory: (variables: object, global: object | undefined) => (...args: unknown[]) => void;
}

/** A cache of compiled scripts with their visible names, because a grader runs the same one many times. */
const compiled = new Map<string, { readonly made: Compiled; readonly visible: string }>();
const CACHE_SIZE = 8;

/** Compiles a script; throws `ScriptSyntaxError`. */
export function compileScript(source: string, scope: Scope): Script {
  const { globals, variables } = scope;
  const { declared, names, usesThis, wide, factory } =
    Object.keys(variables).length > 0 ? compile(source, scope) : known(source, scope);
  const main = factory(variables, wide ? globals.scope() : undefined);
  return {
    declared,
    run(bindings) {
      let value: unknown;
      let line: number | undefined;
      const keep = (next: unknown, from: number): void => {
        value = next;
        line = from;
      };
      const values = names.map((name) => globals.get(name));
      main.call(
        usesThis ? globals.get("globalThis") : undefined,
        bindings,
        keep,
        settled,
        runAsync,
        scope.more,
        scope.command,
        ...values,
      );
      return { value: settled(value), line };
    },
  };
}

function known(source: string, scope: Scope): Compiled {
  const { visible } = scope.globals;
  const kept = compiled.get(source);
  // Not from the cache if its positions were dropped: errors could not be located.
  const isUsable = kept?.visible === visible && positions.has(kept.made.number);
  const made = isUsable ? kept.made : compile(source, scope);
  compiled.delete(source);
  compiled.set(source, { made, visible });
  for (const [oldest] of compiled) if (compiled.size > CACHE_SIZE) compiled.delete(oldest);
  return made;
}

function compile(source: string, { globals, variables }: Scope): Compiled {
  const isVariable = (name: string): boolean => hasValue(variables, name);
  const made = rewrite(source, (name) => globals.has(name) || name in variables, isVariable);
  const number = ++scripts;
  positions.set(
    number,
    remembering((line, column) => made.position(line, column - (line === 1 ? header.length : 0))),
  );
  if (positions.size > MAX_POSITIONS) positions.delete(number - MAX_POSITIONS);

  const usesEval = made.identifiers.has("eval");
  const names = globals
    .names()
    .filter((name) => !made.lexical.has(name) && !(name in variables) && (usesEval || made.identifiers.has(name)));
  const earlier = Object.keys(variables).some(
    (name) => usesEval || (made.identifiers.has(name) && !made.declared.includes(name)),
  );
  // A function may call one that a later script declares.
  const later = [...made.free].some(
    (name) => !globals.has(name) && !(name in globalThis) && name !== "arguments" && name !== "db",
  );
  const parameters = [HOOKS.exports, HOOKS.value, HOOKS.await, HOOKS.async, HOOKS.more, HOOKS.command, ...names];
  // The function's head is on the script's first line, so that line numbers match.
  const usesThis = made.usesGlobalObject;
  const wide = later && (usesThis || globals.touched);
  const scopes = [...(wide ? ["__dojo_global"] : []), ...(earlier || later ? ["__dojo_variables"] : [])];
  const [open, close] = [scopes.map((name) => `with(${name}){`).join(""), "}".repeat(scopes.length)];
  const header = `(function(__dojo_variables,__dojo_global){${open}return function(${parameters.join(",")}){`;
  const code = `${header}${made.body}\n}${close}})\n//# sourceURL=${FILENAME_PREFIX}${number}.js`;
  // Indirect `eval`, which does not see this module's scope.
  return { number, declared: made.declared, names, usesThis, wide, factory: (0, eval)(code) as Compiled["factory"] };
}

/** Whether an earlier script's variable is initialized: its script may have stopped before the declaration. */
export function hasValue(variables: Record<string, unknown>, name: string): boolean {
  if (!(name in variables)) return false;
  try {
    void variables[name];
    return true;
  } catch {
    return false;
  }
}

/** Caches positions, because a loop looks up the same few repeatedly. */
function remembering(position: Rewritten["position"]): Rewritten["position"] {
  const known = new Map<number, ReturnType<Rewritten["position"]>>();
  return (line, column) => {
    const key = line * 1e6 + column;
    if (!known.has(key)) known.set(key, position(line, column));
    return known.get(key);
  };
}

/** The position in a script of the code that produced this stack; undefined if the stack has no script. */
export function placeOf(stack: unknown): Place | undefined {
  if (typeof stack !== "string") return undefined;
  for (const [, number, line, column] of stack.matchAll(FRAME)) {
    const place = positions.get(Number(number))?.(Number(line), Number(column));
    if (place) return place;
  }
  return undefined;
}

/** The frames of a stack that are in scripts, with the source's line numbers. */
export function scriptFrames(stack: string, filename: string): string[] {
  const frames: string[] = [];
  for (const line of stack.split("\n")) {
    const frame = line.matchAll(FRAME).next().value;
    if (!frame) continue;
    const place = positions.get(Number(frame[1]))?.(Number(frame[2]), Number(frame[3]));
    if (!place) continue;
    const name = /at (?:new )?([\w$.]+) \(/.exec(line)?.[1] ?? /^([\w$.]+)@/.exec(line)?.[1];
    const where = `${filename}:${place.line}:${place.column}`;
    frames.push(name && !/(^|\.)eval$/.test(name) ? `    at ${name} (${where})` : `    at ${where}`);
  }
  return frames;
}

/**
 * The position in a script from which the running code was called. Called for every operation, so it avoids V8's
 * formatting of the stack.
 */
export function currentPlace(): Place | undefined {
  if (!listsFrames()) return placeOf(new Error().stack);
  return readFrames((sites) => {
    for (const site of sites) {
      const number = SCRIPT.exec(site.getScriptNameOrSourceURL() ?? "")?.[1];
      if (number === undefined) continue;
      const place = positions.get(Number(number))?.(site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1);
      if (place) return place;
    }
    return undefined;
  });
}
