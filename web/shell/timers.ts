/**
 * `setTimeout` and related functions on the virtual clock. The next due timer runs when a script waits for it, or after
 * the script has ended, and the clock advances to its time.
 */
import type { Engine } from "./engine.js";
import { onWait } from "./sync_promise.js";

type Callback = (...given: unknown[]) => unknown;

interface Entry {
  readonly timer: Timeout;
  readonly callback: Callback;
  readonly given: unknown[];
  /** For an interval, milliseconds between calls. */
  readonly every: number | undefined;
  due: number;
}

/** The object that `setTimeout` returns. */
export class Timeout {
  readonly #id: number;
  constructor(id: number) {
    this.#id = id;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.toPrimitive](): number {
    return this.#id;
  }
}

/** Calls after the script's end from which an interval counts as endless. */
const MOST_CALLS = 10_000;

/** The timers of one shell. */
export class Timers {
  readonly #engine: Engine;
  readonly #entries: Entry[] = [];
  #count = 0;
  #slept = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  set(callback: unknown, delay: unknown, given: unknown[], repeats: boolean): Timeout {
    if (typeof callback !== "function") {
      throw new TypeError(
        `The "callback" argument must be of type function. Received ${callback === null ? "null" : typeof callback}`,
      );
    }
    // As in Node, an invalid delay is one millisecond.
    const wait = Math.trunc(Number(delay));
    const millis = wait >= 1 && wait <= 0x7fff_ffff ? wait : 1;
    return this.#add(callback as Callback, millis, given, repeats);
  }
  /** Schedules a call for when the script next waits. */
  immediate(callback: unknown, given: unknown[]): Timeout {
    if (typeof callback !== "function") throw new TypeError('The "callback" argument must be of type function.');
    return this.#add(callback as Callback, 0, given, false);
  }
  #add(callback: Callback, millis: number, given: unknown[], repeats: boolean): Timeout {
    const timer = new Timeout(++this.#count);
    this.#entries.push({ timer, callback, given, due: this.#now() + millis, every: repeats ? millis : undefined });
    return timer;
  }
  clear(timer: unknown): void {
    const at = this.#entries.findIndex((entry) => entry.timer === timer || Number(entry.timer) === Number(timer));
    if (at >= 0) this.#entries.splice(at, 1);
  }
  #now(): number {
    return this.#engine.clock.now().getTime();
  }

  /** Advances the clock. */
  sleep(millis: number): void {
    const before = this.#now();
    this.#engine.clock.advance(millis);
    this.#slept += this.#now() - before;
  }
  /** The milliseconds that scripts have slept so far. */
  get slept(): number {
    return this.#slept;
  }

  /** Runs the next due timer; false if there is none. */
  runNext(): boolean {
    let next: Entry | undefined;
    for (const entry of this.#entries) if (!next || entry.due < next.due) next = entry;
    if (!next) return false;
    const wait = next.due - this.#now();
    if (wait > 0) this.sleep(wait);
    if (next.every === undefined) this.clear(next.timer);
    else {
      next.due += next.every;
      // After others that are due at the same time.
      this.#entries.push(...this.#entries.splice(this.#entries.indexOf(next), 1));
    }
    next.callback(...next.given);
    return true;
  }

  /** Runs all remaining timers; an interval that is never cleared is an error. */
  drain(): void {
    for (let calls = 0; this.runNext(); calls += 1) {
      if (calls < MOST_CALLS) continue;
      this.#entries.length = 0;
      throw new Error(`setInterval() was not cleared after ${MOST_CALLS} calls`);
    }
  }
  /** Removes all timers after their script failed. */
  forget(): void {
    this.#entries.length = 0;
  }

  /** Runs `fn`; its waits run these timers. */
  during<T>(fn: () => T): T {
    const before = onWait(() => this.runNext());
    try {
      return fn();
    } finally {
      onWait(before);
    }
  }

  /** The global functions for scripts. */
  globals(): Record<string, unknown> {
    const clear = (timer: unknown): void => this.clear(timer);
    return {
      setTimeout: (callback: unknown, delay?: unknown, ...given: unknown[]) => this.set(callback, delay, given, false),
      setInterval: (callback: unknown, delay?: unknown, ...given: unknown[]) => this.set(callback, delay, given, true),
      setImmediate: (callback: unknown, ...given: unknown[]) => this.immediate(callback, given),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    };
  }
}
