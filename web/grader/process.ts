/**
 * The learner's program, as often as it is running. Every process has compiled the script for itself: what it keeps
 * in variables dies with it and is unknown to the others, so that only the database can carry an answer from one call
 * to the next.
 */
import type { Engine, EngineSnapshot } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import { Dead, describe, LearnerError, ScriptFailure } from "./failure.js";
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
  /** What stopped the script's own statements, after the functions were defined. */
  #stopped: { error: unknown } | null = null;

  /**
   * Compiles and starts the script. Only functions count: its own statements, by which a learner tries things out,
   * find an empty database, and what they do or fail to do is forgotten.
   */
  constructor(engine: Engine, empty: EngineSnapshot, source: string, names: readonly string[]) {
    this.#shell = new Shell(engine, { db: DATABASE });
    const before = engine.snapshot();
    const interceptor = engine.intercept(null);
    engine.restore(empty);
    try {
      this.#functions = this.#shell.compile(source, names, (error) => (this.#stopped = { error }));
    } catch (error) {
      throw new ScriptFailure(`The script does not run. ${describe(error)}`);
    } finally {
      engine.restore(before);
      before.free();
      engine.intercept(interceptor);
    }
    const stopped = this.#stopped as { error: unknown } | null;
    if (stopped && names.some((name) => !this.has(name))) {
      throw new ScriptFailure(`The script does not run. ${describe(stopped.error)}`);
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
      if (error instanceof Dead) throw error;
      const stopped = this.#stopped && error instanceof ReferenceError;
      const why = stopped ? `; the script itself had stopped at ${describe(this.#stopped?.error)}` : "";
      throw new LearnerError(`${name} failed: ${describe(error)}${why}`, error);
    }
  }
}
