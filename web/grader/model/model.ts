/** A model: the promises of an exercise's functions, over plain JavaScript values, without a database. */
import type { Document } from "bson";

import type { Duration } from "../../shell/engine.js";
import type { Generator, Twins } from "./generator.js";

/** A model's state: any plain value, with `Map`s, `Set`s, dates and ids. */
export type State = unknown;

/** The states that a crash during a call may leave. */
export type AfterCrash = "either" | "repairable" | "never";

/** The promise of one function. */
export interface ModelCall {
  /** Arguments for the next call, or null if none is possible now. */
  readonly args: (g: Generator, state: State) => readonly unknown[] | null;
  /** Applies the call to the state and returns the promise: a value, a matcher, or undefined for any result. */
  readonly run: (state: State, ...args: readonly unknown[]) => unknown;
  /** Stores the learner's result in the state, such as an id that the program generated. */
  readonly took?: (state: State, answer: unknown, ...args: readonly unknown[]) => void;
  /** Whether the task allows these arguments in this state. */
  readonly allowed?: (state: State, ...args: readonly unknown[]) => boolean;
  /** Arguments of the n-th call that grows one list, past any limit that a program may have. */
  readonly grows?: (g: Generator, state: State, n: number) => readonly unknown[];
  /** Its frequency relative to other calls; 1 by default. */
  readonly weight?: number;
  /** The functions that may run concurrently; all by default. */
  readonly while?: readonly string[];
  /**
   * Whether the task keeps two calls apart although their functions may run concurrently, such as two calls on the same
   * entity.
   */
  readonly apart?: (args: readonly unknown[], other: string, otherArgs: readonly unknown[]) => boolean;
  /**
   * `either`: after a crash the state is that with or without the call. `repairable`: the same, once `recover` has run.
   * `never`: no promise about crashes. `either` by default.
   */
  readonly crash?: AfterCrash;
  /** Whether no result depends on it, as for a function that only saves space. */
  readonly silent?: boolean;
  /** Whether it only reads. */
  readonly reads?: boolean;
  /** Why its lists are never long, for readers of the model; without a reason, one of them has to be. */
  readonly short?: string;
  /** What may run beside it, as text for learners, if `checks.js` tests more than the model plays. */
  readonly beside?: string;
  /** What a crash may leave, as text for learners, if `checks.js` tests more than the model plays. */
  readonly died?: string;
  /** The ranges of the arguments as text for learners. */
  readonly arguments?: string;
}

/** A history that a model prescribes: initial rows, and calls. */
export interface Story<T> {
  /** Adds to the rows of other histories what `data` describes; without it, the calls are all that is special. */
  readonly rows?: (rows: Document, data: T) => Document;
  /** The calls to make on these rows, in this order: a function's name and its arguments. */
  readonly calls: (state: State, data: T) => Iterable<readonly [string, ...unknown[]]>;
}

/** The argument of `model(…)` in `model.js`. */
export interface Model {
  /** Scale of the rows that histories start with. */
  readonly scale?: number;
  readonly start: (rows: unknown) => State;
  readonly calls: Readonly<Record<string, ModelCall>>;
  /** The reads that compare states: a function's name and its arguments. */
  readonly observe?: (state: State) => readonly (readonly [string, ...unknown[]])[];
  /** The collections that the task prescribes, each with its expected content, which also compare states. */
  readonly stored?: Readonly<Record<string, (state: State) => unknown>>;
  /** The function to call after a crash: its name, or a function from the call's arguments to name and arguments. */
  readonly recover?: string | ((...args: readonly unknown[]) => Recovery);
  /** The time that must pass before that function is called. */
  readonly recoverAfter?: Duration;
  /** Steps of the clock. One of them may pass before a call. */
  readonly clock?: readonly Duration[];
  /** Long lists in the rows, for lists that no call can grow quickly. */
  readonly long?: Story<number>;
  /** Pairs of names in the rows that collide when joined; or why no program joins names, for readers of the model. */
  readonly twins?: Story<readonly Twins[]> | string;
  /** The most concurrent clients; 2 by default. */
  readonly clients?: 2 | 3;
  /** Lets another client make only one call while a call runs: a second one might see a part of the running call. */
  readonly singleCalls?: boolean;
  /** How names and other keys are compared, as text for learners. */
  readonly names?: string;
  /** Further promises, as text for learners. */
  readonly promises?: readonly string[];
}

/** A model as the harness plays it: collections are read like functions, by calls that are never drawn. */
export interface PlayedModel extends Omit<Model, "observe" | "stored"> {
  readonly observe: (state: State) => readonly (readonly [string, ...unknown[]])[];
}

/** Names of calls that read a collection. */
const STORED = /^db\.(.+)\.find$/;

/** Adds calls such as `db.books.find`, which observe the prescribed collections. */
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

/** The collection that a call reads, or null if it calls a function. */
export const storedIn = (call: string): string | null => STORED.exec(call)?.[1] ?? null;

/** Copies a state; ids and other immutable values are shared. */
export function cloned<T>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (isSimple(item) ? item : cloned(item))) as T;
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    for (const [key, item] of value) copy.set(key, isSimple(item) ? item : cloned<unknown>(item));
    return copy as T;
  }
  if (value instanceof Set) return new Set(value) as T;
  if (value instanceof Date) return new Date(value.getTime()) as T;
  if ((value as { _bsontype?: unknown })._bsontype !== undefined) return value;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // A literal is faster than `Object.create`, and assigning faster than defining.
  const copy = (prototype === Object.prototype ? {} : Object.create(prototype)) as Record<string, unknown>;
  for (const key of Object.keys(value)) {
    const given = (value as Record<string, unknown>)[key];
    const item = isSimple(given) ? given : cloned(given);
    if (key in copy)
      Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true });
    else copy[key] = item;
  }
  return copy as T;
}

const isSimple = (value: unknown): boolean => value === null || typeof value !== "object";

/** A call that recovers from a crash: a function's name and its arguments. */
export type Recovery = readonly [string, ...unknown[]];

/** The call that follows a crash during another call, if any. */
export function recoveryOf(model: PlayedModel, name: string, args: readonly unknown[]): Recovery | null {
  if (model.calls[name]?.crash !== "repairable" || model.recover === undefined) return null;
  return typeof model.recover === "string" ? [model.recover] : model.recover(...args);
}

/** Whether two functions may run concurrently. */
export function mayMeet(model: PlayedModel, first: string, second: string): boolean {
  const [a, b] = [model.calls[first], model.calls[second]];
  if (!a || !b || (a.reads && b.reads)) return false;
  return (a.while?.includes(second) ?? true) && (b.while?.includes(first) ?? true);
}
