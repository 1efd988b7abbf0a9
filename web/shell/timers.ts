/**
 * `setTimeout` and its like on the virtual clock: what is due next is called when a script waits for it, or when the
 * script has ended, and the clock moves on to that moment.
 */
import type { Engine } from "./engine.js";
import { onWait } from "./sync_promise.js";

type Callback = (...given: unknown[]) => unknown;

interface Entry {
  readonly timer: Timeout;
  readonly callback: Callback;
  readonly given: unknown[];
  /** Milliseconds between calls, of an interval. */
  readonly every: number | undefined;
  due: number;
}

/** What `setTimeout` gives. */
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

/** Calls after a script has ended before an interval counts as endless. */
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
    // As in Node: what is no delay is a millisecond.
    const wait = Math.trunc(Number(delay));
    const millis = wait >= 1 && wait <= 0x7fff_ffff ? wait : 1;
    return this.#add(callback as Callback, millis, given, repeats);
  }
  /** Calls as soon as the script waits. */
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

  /** Moves the clock on. */
  sleep(millis: number): void {
    const before = this.#now();
    this.#engine.clock.advance(millis);
    this.#slept += this.#now() - before;
  }
  /** The milliseconds that scripts have slept so far. */
  get slept(): number {
    return this.#slept;
  }

  /** Calls what is due next; false when nothing is. */
  runNext(): boolean {
    let next: Entry | undefined;
    for (const entry of this.#entries) if (!next || entry.due < next.due) next = entry;
    if (!next) return false;
    const wait = next.due - this.#now();
    if (wait > 0) this.sleep(wait);
    if (next.every === undefined) this.clear(next.timer);
    else {
      next.due += next.every;
      // Behind others that are due at the same moment.
      this.#entries.push(...this.#entries.splice(this.#entries.indexOf(next), 1));
    }
    next.callback(...next.given);
    return true;
  }

  /** Calls all that is left; an interval that nobody ends is given up. */
  drain(): void {
    for (let calls = 0; this.runNext(); calls += 1) {
      if (calls < MOST_CALLS) continue;
      this.#entries.length = 0;
      throw new Error(`setInterval() was not cleared after ${MOST_CALLS} calls`);
    }
  }
  /** Forgets all timers: their script has failed. */
  forget(): void {
    this.#entries.length = 0;
  }

  /** Runs `fn`, whose waiting calls these timers. */
  during<T>(fn: () => T): T {
    const before = onWait(() => this.runNext());
    try {
      return fn();
    } finally {
      onWait(before);
    }
  }

  /** The names that scripts know. */
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
