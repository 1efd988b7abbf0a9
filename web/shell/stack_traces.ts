/**
 * Limits the stack traces that scripts see to their own frames. Frames of the shell or a grader would reveal the
 * caller, and so which check is running.
 */

/** A call site as V8 describes it. */
export interface CallSite {
  getScriptNameOrSourceURL(): string | null;
  getFunctionName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

interface V8Error {
  stackTraceLimit?: number;
  prepareStackTrace?: ((error: unknown, sites: CallSite[]) => unknown) | undefined;
  captureStackTrace?: (target: object) => void;
}

/** The file name of a script's frames, set by `compileScript`. */
export const SCRIPT = /^dojo-script-(\d+)\.js$/;
/** Frames per trace while a script runs: enough that the shell's frames don't displace the script's. */
const LIMIT = 50;
/** Frames per trace that are enough to find the script's position. Each takes half a microsecond per error. */
export const PLACE_LIMIT = 16;

/** The function whose frame ends the visible part. A method, because minifying keeps its name. */
const border = {
  dojoBorder<T>(fn: () => T): T {
    return fn();
  },
};
const BORDER = "dojoBorder";

const v8 = Error as unknown as V8Error;
const errorText = Error.prototype.toString;
let hidden = false;
/** Reads the frames; replaces the function that formats them. */
let reader: ((sites: readonly CallSite[]) => unknown) | null = null;

/**
 * Limits all stack traces to scripts' frames, permanently and whatever a script does. Only for the sandbox, before it
 * freezes built-in objects: on other pages, this module must not change the page's own traces.
 *
 * Safari formats its traces without calling any function, so they stay unchanged there.
 */
export function hideFrames(): void {
  hidden = true;
  if (typeof v8.captureStackTrace === "function") {
    const value = (error: unknown, sites: CallSite[]): unknown => (reader ? reader(sites) : written(error, sites));
    Object.defineProperty(Error, "prepareStackTrace", {
      value,
      writable: false,
      enumerable: false,
      configurable: false,
    });
    return;
  }
  // Firefox has an accessor.
  const { get, set } = Object.getOwnPropertyDescriptor(Error.prototype, "stack") ?? {};
  if (!get) return;
  const shown = function (this: unknown): unknown {
    const text: unknown = Reflect.apply(get, this, []);
    return typeof text === "string" ? ownLines(text) : text;
  };
  Object.defineProperty(Error.prototype, "stack", {
    get: shown,
    ...(set && { set }),
    enumerable: false,
    configurable: true,
  });
}

function written(error: unknown, sites: readonly CallSite[]): string {
  const lines: string[] = [];
  for (const site of sites) {
    if (isScript(site)) lines.push(`\n    at ${String(site)}`);
    else if (site.getFunctionName() === BORDER) break;
  }
  return header(error) + lines.join("");
}

const isScript = (site: CallSite): boolean => SCRIPT.test(site.getScriptNameOrSourceURL() ?? "");

function header(error: unknown): string {
  try {
    return String(errorText.call(error as Error));
  } catch {
    // A script may have defined a getter that throws.
    return "Error";
  }
}

function ownLines(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.startsWith(`${BORDER}@`));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => line.includes("dojo-script-"))
    .join("\n");
}

/** Returns the result of `read` on the current call stack; undefined if the browser does not list its frames. */
export function readFrames<T>(read: (sites: readonly CallSite[]) => T): T | undefined {
  if (typeof v8.captureStackTrace !== "function") return undefined;
  const target: { stack?: T } = {};
  const [outer, { stackTraceLimit, prepareStackTrace }] = [reader, v8];
  // Operations that a grader intercepts have more of the shell's frames above the script's.
  v8.stackTraceLimit = LIMIT;
  if (hidden) reader = read;
  else v8.prepareStackTrace = (_, sites) => read(sites);
  try {
    v8.captureStackTrace(target);
    return target.stack;
  } finally {
    restoreLimit(stackTraceLimit);
    if (hidden) reader = outer;
    else v8.prepareStackTrace = prepareStackTrace;
  }
}

/** Whether {@link readFrames} works in this browser. */
export const listsFrames = (): boolean => typeof v8.captureStackTrace === "function";

/** Calls a script's code; its errors have traces of at most `frames`. */
export function enterScript<T>(fn: () => T, frames = LIMIT): T {
  const { stackTraceLimit, prepareStackTrace } = v8;
  v8.stackTraceLimit = frames;
  try {
    return border.dojoBorder(fn);
  } finally {
    // A script may have set its own hook; another script must not see it.
    restoreLimit(stackTraceLimit);
    if (!hidden) v8.prepareStackTrace = prepareStackTrace;
  }
}

function restoreLimit(limit: number | undefined): void {
  if (limit === undefined) delete v8.stackTraceLimit;
  else v8.stackTraceLimit = limit;
}
