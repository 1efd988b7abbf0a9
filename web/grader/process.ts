/**
 * The learner's program, as often as it is running. Every process has compiled the script for itself: what it keeps
 * in variables dies with it and is unknown to the others, so that only the database can carry an answer from one call
 * to the next.
 */
import type { Draws, Engine, EngineSnapshot } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import type { FunctionEntry } from "./bundle.js";
import { argument, copy, thrownCopy } from "./isolated_copies.js";
import { Dead, describe, LearnerError, ScriptFailure } from "./failure.js";
import { ForeignValue, requireData } from "./values.js";

/** The database that exercises live in. */
export const DATABASE = "test";

/** The values that a function gets before the call's own. */
type Given = "db" | "sh";

/** A function of the learner's, and what it gets before the values of a call, by its signature. */
export interface Callee {
  readonly name: string;
  readonly given: readonly Given[];
}

const SIGNATURE = /^[^(]*\(\s*((?:(?:db|sh)\s*(?:,\s*|(?=\))))*)/;

/**
 * Reads the beginning of a signature: `hits(db, page)` gets the database, `presplit(sh)` the helper for sharding,
 * `imageId(data, when)` nothing but what it is called with. A name alone gets the database.
 */
export function calleeOf({ name, signature }: Pick<FunctionEntry, "name" | "signature">): Callee {
  const [, given] = SIGNATURE.exec(signature) ?? [];
  if (given === undefined) return { name, given: ["db"] };
  return {
    name,
    given: given
      .split(",")
      .map((one) => one.trim())
      .filter((one): one is Given => one === "db" || one === "sh"),
  };
}

interface Cursor {
  toArray(): unknown[];
}

const isCursor = (value: unknown): value is Cursor =>
  value !== null &&
  typeof value === "object" &&
  !Array.isArray(value) &&
  typeof (value as Partial<Cursor>).toArray === "function";

const isPromise = (value: unknown): boolean =>
  value !== null && typeof value === "object" && typeof (value as { then?: unknown }).then === "function";

/** One running copy of the learner's program. */
export class Process {
  readonly #shell: Shell;
  readonly #functions: Record<string, unknown>;
  readonly #draws: Draws;
  readonly #given: ReadonlyMap<string, readonly Given[]>;
  /** The error that stopped the script's own statements after the functions were defined. */
  #stopped: { error: unknown } | null = null;

  /**
   * Compiles and starts the script. Only functions count: its own statements, by which a learner tries things out,
   * find an empty database, and what they do or fail to do is forgotten. `number` identifies the process: each
   * has randomness and ObjectIds of its own, which would else be a memory that all have in common.
   */
  constructor(
    private readonly engine: Engine,
    empty: EngineSnapshot,
    source: string,
    functions: readonly Callee[],
    number = 0,
  ) {
    const names = functions.map(({ name }) => name);
    this.#given = new Map(functions.map(({ name, given }) => [name, given]));
    this.#shell = new Shell(engine, { db: DATABASE, reportsUnread: false });
    this.#draws = engine.drawsOf(number);
    const before = engine.snapshot();
    const interceptor = engine.intercept(null);
    engine.restore(empty);
    try {
      const compile = (): Record<string, unknown> =>
        this.#shell.compile(source, names, (error) => (this.#stopped = { error }));
      this.#functions = engine.withDraws(this.#draws, compile);
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
   * Calls a function with the given arguments, and before them what its signature begins with. Arguments and result
   * are copies; a cursor is read to its end.
   */
  call(name: string, values: readonly unknown[]): unknown {
    const fn = this.#functions[name];
    if (typeof fn !== "function") throw new LearnerError(`The script has no function \`${name}\``, undefined);
    const slept = this.#shell.slept;
    try {
      return this.engine.withDraws(this.#draws, () => this.#call(name, fn as (...given: unknown[]) => unknown, values));
    } finally {
      // Time that a call sleeps passes for that call alone: the clock of all would be another common memory.
      if (this.#shell.slept !== slept) this.engine.clock.advance(slept - this.#shell.slept);
    }
  }

  #call(name: string, fn: (...given: unknown[]) => unknown, values: readonly unknown[]): unknown {
    try {
      const first = (this.#given.get(name) ?? []).map((one) => this.#shell[one]);
      const result: unknown = fn(...first, ...values.map(argument));
      if (isPromise(result)) throw new TypeError("it returned a promise; functions return their answer itself");
      const answer: unknown = isCursor(result) ? result.toArray() : result;
      requireData(answer);
      return copy(answer);
    } catch (error) {
      if (error instanceof Dead) throw error;
      if (error instanceof ForeignValue) {
        const advice = error.what === "a cursor" ? "; read it with toArray()" : "";
        const where = error.path === "" ? "" : ` at \`${error.path}\``;
        throw new LearnerError(`${name} returned ${error.what}${where}${advice}`, error);
      }
      const stopped = this.#stopped && error instanceof ReferenceError;
      const why = stopped ? `; the script itself had stopped at ${describe(this.#stopped?.error)}` : "";
      throw new LearnerError(`${name} failed: ${describe(error)}${why}`, thrownCopy(error));
    }
  }
}
