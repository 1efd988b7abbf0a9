/**
 * The learner's program, as often as it is running. Every process has compiled the script for itself: what it keeps
 * in variables dies with it and is unknown to the others, so that only the database can carry an answer from one call
 * to the next.
 */
import type { Engine, Interceptor } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import { describe, LearnerError, ScriptFailure } from "./failure.js";
import { copy } from "./values.js";

/** The database that exercises live in. */
export const DATABASE = "test";

interface Cursor {
  toArray(): unknown[];
}

const isCursor = (value: unknown): value is Cursor =>
  value !== null && typeof value === "object" && !Array.isArray(value) && typeof (value as Partial<Cursor>).toArray === "function";

const isPromise = (value: unknown): boolean =>
  value !== null && typeof value === "object" && typeof (value as { then?: unknown }).then === "function";

/** One running copy of the learner's program. */
export class Process {
  readonly #shell: Shell;
  readonly #functions: Record<string, unknown>;

  /** Compiles and starts the script. What its top level does to the data is undone: only functions count. */
  constructor(engine: Engine, source: string, names: readonly string[], interceptor: Interceptor | null) {
    this.#shell = new Shell(engine, { db: DATABASE });
    const before = engine.snapshot();
    engine.intercept(null);
    try {
      this.#functions = this.#shell.compile(source, [...names]) as Record<string, unknown>;
    } catch (error) {
      throw new ScriptFailure(`The script does not run. ${describe(error)}`);
    } finally {
      engine.restore(before);
      before.free();
      engine.intercept(interceptor);
    }
  }

  /** Whether the script defines a function. */
  has(name: string): boolean {
    return typeof this.#functions[name] === "function";
  }

  /**
   * Calls a function with the database before the given arguments. Arguments and result are copies; a cursor is read
   * to its end.
   */
  call(name: string, values: readonly unknown[]): unknown {
    const fn = this.#functions[name];
    if (typeof fn !== "function") throw new LearnerError(`The script has no function \`${name}\``, undefined);
    try {
      const result: unknown = fn(this.#shell.db, ...values.map((value) => copy(value)));
      if (isPromise(result)) throw new TypeError("it returned a promise; functions return their answer itself");
      return copy(isCursor(result) ? result.toArray() : result);
    } catch (error) {
      throw new LearnerError(`${name} failed: ${describe(error)}`, error);
    }
  }
}
