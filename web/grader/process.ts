/**
 * The processes of the learner's program. Each compiles the script for itself: its variables die with it and are
 * invisible to the others, so only the database carries state from one call to the next.
 */
import type { Draws, Engine, EngineSnapshot } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import type { FunctionEntry } from "./bundle.js";
import { argument, copy, thrownCopy } from "./isolated_copies.js";
import { Dead, describe, LearnerError, ScriptFailure } from "./failure.js";
import { ForeignValue, requireData } from "./values.js";

/** The database of all exercises. */
export const DATABASE = "test";

/** The parameters that a function receives before the call's own. */
type Given = "db" | "sh";

/** A learner's function, and the leading parameters in its signature. */
export interface Callee {
  readonly name: string;
  readonly given: readonly Given[];
}

const SIGNATURE = /^[^(]*\(\s*((?:(?:db|sh)\s*(?:,\s*|(?=\))))*)/;

/**
 * Parses the start of a signature: `hits(db, page)` receives the database, `presplit(sh)` the sharding helper,
 * `imageId(data, when)` only the call's arguments. A name alone receives the database.
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
  /** The exception that stopped the script's top-level statements after the functions were defined. */
  #stopped: { error: unknown } | null = null;

  /**
   * Compiles and starts the script. Only its functions count: its top-level statements, with which learners experiment,
   * see an empty database, and their effects and errors are discarded. `number` identifies the process: each has its
   * own randomness and ObjectIds, which would otherwise be a memory shared by all.
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
   * Calls a function with the leading parameters of its signature and the given arguments. Arguments and result are
   * copies; a cursor is read to its end.
   */
  call(name: string, values: readonly unknown[]): unknown {
    const fn = this.#functions[name];
    if (typeof fn !== "function") throw new LearnerError(`The script has no function \`${name}\``, undefined);
    const slept = this.#shell.slept;
    try {
      return this.engine.withDraws(this.#draws, () => this.#call(name, fn as (...given: unknown[]) => unknown, values));
    } finally {
      // A call's sleep advances the clock only for that call: a shared clock would be another shared memory.
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
