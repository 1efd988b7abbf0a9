/** A model: what an exercise's functions promise, over plain JavaScript values, without a database. */
import type { Duration } from "../../shell/engine.js";
import type { Generator } from "./generator.js";

/** What a model knows: any plain value, with `Map`s, `Set`s, dates and ids. */
export type State = unknown;

/** What a crash in the middle of a call may leave. */
export type AfterCrash = "either" | "repairable" | "never";

/** One function's promise. */
export interface ModelCall {
  /** Arguments for the next call, or null when there is none to make now. */
  readonly args: (g: Generator, state: State) => readonly unknown[] | null;
  /** Makes the call's change to the state and returns what is promised: a value, a matcher, or undefined for anything. */
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
  /**
   * `either`: a crash leaves the state of with or without the call. `repairable`: so it is after `recover`. `never`:
   * crashes are not promised anything. `either` by default.
   */
  readonly crash?: AfterCrash;
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
  readonly observe: (state: State) => readonly (readonly [string, ...unknown[]])[];
  /** The function that is called after a crash. */
  readonly recover?: string;
  /** Steps of the clock, one of which may pass before a call. */
  readonly clock?: readonly Duration[];
  /** Further promises in words, for learners. */
  readonly promises?: readonly string[];
}

/** A copy of a state; ids and other values that do not change are shared. */
export function cloned<T>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => cloned<unknown>(item)) as T;
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, cloned<unknown>(item)])) as T;
  if (value instanceof Set) return new Set(value) as T;
  if (value instanceof Date) return new Date(value.getTime()) as T;
  if ((value as { _bsontype?: unknown })._bsontype !== undefined) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: cloned<unknown>(item), enumerable: true, configurable: true, writable: true });
  }
  return copy as T;
}

/** Whether two functions may run at the same time. */
export function mayMeet(model: Model, first: string, second: string): boolean {
  const [a, b] = [model.calls[first], model.calls[second]];
  if (!a || !b || (a.reads && b.reads)) return false;
  return (a.while?.includes(second) ?? true) && (b.while?.includes(first) ?? true);
}
