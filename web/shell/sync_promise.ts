/** The `Promise` of scripts. Everything is synchronous: its callbacks run at once, and `await` unwraps the value. */

import { inspect, PRINT } from "./printing.js";

type State = { kind: "pending" } | { kind: "fulfilled"; value: unknown } | { kind: "rejected"; reason: unknown };
type Callback = ((value: unknown) => unknown) | null | undefined;

/** Rejections that are not handled yet. */
export const unhandled = new Set<SyncPromise>();

/** Runs the next timer while a script waits; false if there is none. */
let runNextTimer: () => boolean = () => false;

/** Replaces the function that runs while a script waits; returns the previous one. */
export function onWait(next: () => boolean): () => boolean {
  const before = runNextTimer;
  runNextTimer = next;
  return before;
}

/** A promise that settles and calls back synchronously. */
export class SyncPromise {
  #state: State = { kind: "pending" };
  #waiting: (() => void)[] = [];

  constructor(executor: (resolve: (value?: unknown) => void, reject: (reason?: unknown) => void) => void) {
    try {
      executor(
        (value) => this.#resolve(value),
        (reason) => this.#settle({ kind: "rejected", reason }),
      );
    } catch (error) {
      this.#settle({ kind: "rejected", reason: error });
    }
  }

  #resolve(value: unknown): void {
    if (value instanceof SyncPromise) {
      value.then(
        (result) => this.#settle({ kind: "fulfilled", value: result }),
        (reason) => this.#settle({ kind: "rejected", reason }),
      );
    } else if (!(value instanceof Promise) && isThenable(value)) this.#resolve(adopted(value));
    else this.#settle({ kind: "fulfilled", value });
  }
  #settle(state: State): void {
    if (this.#state.kind !== "pending") return;
    this.#state = state;
    if (state.kind === "rejected" && this.#waiting.length === 0) unhandled.add(this);
    for (const callback of this.#waiting.splice(0)) callback();
  }

  then(onValue?: Callback, onReason?: Callback): SyncPromise {
    return new SyncPromise((resolve, reject) => {
      const run = (): void => {
        const state = this.#state;
        unhandled.delete(this);
        try {
          if (state.kind === "fulfilled") resolve(typeof onValue === "function" ? onValue(state.value) : state.value);
          else if (state.kind === "rejected") {
            if (typeof onReason === "function") resolve(onReason(state.reason));
            else reject(state.reason);
          }
        } catch (error) {
          reject(error);
        }
      };
      if (this.#state.kind === "pending") this.#waiting.push(run);
      else run();
    });
  }
  catch(onReason?: Callback): SyncPromise {
    return this.then(undefined, onReason);
  }
  finally(callback?: () => unknown): SyncPromise {
    return this.then(
      (value) => (callback?.(), value),
      (reason) => {
        callback?.();
        throw reason;
      },
    );
  }

  /** Prints as in Node. */
  [PRINT](): string {
    const state = this.#state;
    if (state.kind === "fulfilled") return `Promise { ${inspect(state.value)} }`;
    return `Promise { <${state.kind}>${state.kind === "rejected" ? ` ${inspect(state.reason)}` : ""} }`;
  }

  /** Returns the value, or throws the reason. */
  unwrap(): unknown {
    // The waiting promise handles the result.
    if (this.#state.kind === "pending") this.#waiting.push(() => unhandled.delete(this));
    while (this.#state.kind === "pending" && runNextTimer());
    unhandled.delete(this);
    const state = this.#state;
    if (state.kind === "fulfilled") return state.value;
    if (state.kind === "rejected") throw state.reason;
    throw new Error("This promise would never settle: nothing is left to happen while the script waits");
  }

  static resolve(value?: unknown): SyncPromise {
    return value instanceof SyncPromise ? value : new SyncPromise((resolve) => resolve(value));
  }
  static reject(reason?: unknown): SyncPromise {
    return new SyncPromise((_, reject) => reject(reason));
  }
  static all(values: Iterable<unknown>): SyncPromise {
    return SyncPromise.#gather(values, (value) => value);
  }
  static race(values: Iterable<unknown>): SyncPromise {
    return new SyncPromise((resolve, reject) => {
      for (const value of values) promised(value).then(resolve, reject);
    });
  }
  static any(values: Iterable<unknown>): SyncPromise {
    return new SyncPromise((resolve, reject) => {
      // The first fulfilled promise ends the search.
      const fail = (errors: unknown): void =>
        reject(new AggregateError(errors as unknown[], "All promises were rejected"));
      SyncPromise.#gather(values, resolve, (reason) => reason).then(fail);
    });
  }
  static allSettled(values: Iterable<unknown>): SyncPromise {
    return SyncPromise.#gather(
      values,
      (value) => ({ status: "fulfilled", value }),
      (reason) => ({ status: "rejected", reason }),
    );
  }
  /**
   * Collects the results of a callback for each value and reason. Without a callback for reasons, the first rejection
   * rejects the whole.
   */
  static #gather(
    values: Iterable<unknown>,
    ofValue: (value: unknown) => unknown,
    ofReason?: (reason: unknown) => unknown,
  ): SyncPromise {
    return new SyncPromise((resolve, reject) => {
      const all = [...values].map(promised);
      const made: unknown[] = [];
      let left = all.length;
      const keep = (at: number, what: unknown): void => {
        made[at] = what;
        left -= 1;
        if (left === 0) resolve(made);
      };
      all.forEach((one, at) =>
        one.then((value) => keep(at, ofValue(value)), ofReason ? (reason) => keep(at, ofReason(reason)) : reject),
      );
      if (left === 0) resolve(made);
    });
  }
}

interface Thenable {
  then(onValue: (value: unknown) => void, onReason: (reason: unknown) => void): unknown;
}

function isThenable(value: unknown): value is Thenable {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof (value as Partial<Thenable>).then === "function"
  );
}

/** Converts a value to a promise. */
function promised(value: unknown): SyncPromise {
  return SyncPromise.resolve(value instanceof Promise ? settled(value) : value);
}

/** Wraps a thenable in a promise. */
function adopted(value: Thenable): SyncPromise {
  return new SyncPromise((resolve, reject) => void value.then(resolve, reject));
}

/** The value of `await value`. */
export function settled(value: unknown): unknown {
  if (value instanceof SyncPromise) return value.unwrap();
  if (value instanceof Promise) {
    throw new TypeError("This promise cannot be awaited: scripts run synchronously");
  }
  return isThenable(value) ? adopted(value).unwrap() : value;
}

/** Runs the body of an `async` function. */
export function runAsync(body: () => unknown): SyncPromise {
  return new SyncPromise((resolve) => resolve(body()));
}
