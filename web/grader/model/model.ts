/** A model: what an exercise's functions promise, over plain JavaScript values, without a database. */
import type { Duration } from "../../shell/engine.js";
import type { Generator } from "./generator.js";

/** A model's state: any plain value, with `Map`s, `Set`s, dates and ids. */
export type State = unknown;

/** The states that a crash in the middle of a call may leave. */
export type AfterCrash = "either" | "repairable" | "never";

/** One function's promise. */
export interface ModelCall {
  /** Arguments for the next call, or null when there is none to make now. */
  readonly args: (g: Generator, state: State) => readonly unknown[] | null;
  /**
   * Makes the call's change to the state and returns what is promised: a value, a matcher, or undefined for anything.
   */
  readonly run: (state: State, ...args: readonly unknown[]) => unknown;
  /** Takes what the learner's function returned into the state, such as an id that it has handed out. */
  readonly took?: (state: State, answer: unknown, ...args: readonly unknown[]) => void;
  /** Whether the task allows these arguments in this state. */
  readonly allowed?: (state: State, ...args: readonly unknown[]) => boolean;
  /** Arguments of the n-th call that lets one list grow, past any limit that a program may have. */
  readonly grows?: (g: Generator, state: State, n: number) => readonly unknown[];
  /** How often it is called beside the others; 1 by default. */
  readonly weight?: number;
  /** The functions that may run at the same time; all by default. */
  readonly while?: readonly string[];
  /** Whether the task keeps two calls apart that functions would allow, as two about the same thing. */
  readonly apart?: (args: readonly unknown[], other: string, otherArgs: readonly unknown[]) => boolean;
  /**
   * `either`: a crash leaves the state of with or without the call. `repairable`: so it is after `recover`. `never`:
   * crashes are not promised anything. `either` by default.
   */
  readonly crash?: AfterCrash;
  /** Whether no answer depends on it, as with a function that only saves space. */
  readonly silent?: boolean;
  /** Whether it only reads. */
  readonly reads?: boolean;
  /** Ranges of the arguments in words, for learners. */
  readonly arguments?: string;
}

/** What `model.js` passes to `model(…)`. */
export interface Model {
  /** Size of the rows that histories begin with. */
  readonly scale?: number;
  readonly start: (rows: unknown) => State;
  readonly calls: Readonly<Record<string, ModelCall>>;
  /** The reads by which states are compared: a function's name and its arguments. */
  readonly observe?: (state: State) => readonly (readonly [string, ...unknown[]])[];
  /** The collections that the task prescribes, each with what it holds: states are compared by these, too. */
  readonly stored?: Readonly<Record<string, (state: State) => unknown>>;
  /** The function that is called after a crash: its name, or what gives it with its arguments for those of the call. */
  readonly recover?: string | ((...args: readonly unknown[]) => readonly [string, ...unknown[]]);
  /** The time that has to pass before that function is called. */
  readonly recoverAfter?: Duration;
  /** Steps of the clock. Before a call, one of them may pass. */
  readonly clock?: readonly Duration[];
  /** How many clients meet at most; 2 by default. */
  readonly clients?: 2 | 3;
  /** How names and other keys are compared, in words, for learners. */
  readonly names?: string;
  /** Further promises in words, for learners. */
  readonly promises?: readonly string[];
}

/** A model as the harness plays it: collections are read like functions, by calls that are never drawn. */
export interface PlayedModel extends Omit<Model, "observe" | "stored"> {
  readonly observe: (state: State) => readonly (readonly [string, ...unknown[]])[];
}

/** The names of calls that read a collection. */
const STORED = /^db\.(.+)\.find$/;

/** Has the collections that a model prescribes be observed by calls such as `db.books.find`. */
export function withStored({ observe, stored = {}, ...model }: Model): PlayedModel {
  const reads = Object.entries(stored).map(([name, run]): [string, ModelCall] => [
    `db.${name}.find`,
    { reads: true, while: [], args: () => null, run },
  ]);
  return {
    ...model,
    calls: { ...model.calls, ...Object.fromEntries(reads) },
    observe: (state) => [...reads.map(([name]) => [name] as const), ...(observe?.(state) ?? [])],
  };
}

/** The collection that a call reads, or null when it calls a function. */
export const storedIn = (call: string): string | null => STORED.exec(call)?.[1] ?? null;

/** A copy of a state; ids and other values that do not change are shared. */
export function cloned<T>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => cloned<unknown>(item)) as T;
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, cloned<unknown>(item)])) as T;
  if (value instanceof Set) return new Set(value) as T;
  if (value instanceof Date) return new Date(value.getTime()) as T;
  if ((value as { _bsontype?: unknown })._bsontype !== undefined) return value;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // A literal is quicker than `Object.create`, and an assignment than a definition.
  const copy = (prototype === Object.prototype ? {} : Object.create(prototype)) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    const item = cloned<unknown>((value as Record<string, unknown>)[key]);
    if (key in copy)
      Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true });
    else copy[key] = item;
  }
  return copy as T;
}

/** The call that follows a crash of a call, if any. */
export function recoveryOf(
  model: PlayedModel,
  name: string,
  args: readonly unknown[],
): readonly [string, ...unknown[]] | null {
  if (model.calls[name]?.crash !== "repairable" || model.recover === undefined) return null;
  return typeof model.recover === "string" ? [model.recover] : model.recover(...args);
}

/** Whether two functions may run at the same time. */
export function mayMeet(model: PlayedModel, first: string, second: string): boolean {
  const [a, b] = [model.calls[first], model.calls[second]];
  if (!a || !b || (a.reads && b.reads)) return false;
  return (a.while?.includes(second) ?? true) && (b.while?.includes(first) ?? true);
}
