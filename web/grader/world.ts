/** A world: a separate database, filled by the learner's `setup`, and the learner's program running on it. */
import type { Document } from "bson";

import type { Clock, Engine, EngineSnapshot, Operation } from "../shell/engine.js";
import { Shell } from "../shell/shell.js";
import type { Schedules, Step } from "./bundle.js";
import { Cluster } from "./cluster.js";
import { addCost, entriesSince, noCost, type Meters } from "./cost.js";
import { crash, type CrashOptions } from "./crash.js";
import { describe, LearnerError, ScriptFailure } from "./failure.js";
import { DATABASE, Process, type Callee } from "./process.js";
import { requireApplicationCommand } from "./application_rights.js";
import { CALL_OPERATIONS, SETUP_OPERATIONS } from "./operation_limits.js";
import { rival, type RivalOptions } from "./rival.js";
import { Recorder, type Calling } from "./schedule_recorder.js";
import { storage, type Storage } from "./storage.js";
import { overtaken } from "./upsert.js";
import { withoutIndexes } from "./without_indexes.js";

/** The caller: the client under test, or a rival by its number. */
type Client = "own" | number;

/** The options of a world. */
export interface WorldPlan {
  readonly engine: Engine;
  readonly rows: Document;
  readonly source: string;
  readonly functions: readonly Callee[];
  /** The most operations of a call. */
  readonly operations?: number | undefined;
  readonly observe?: Observer | undefined;
  /** Creates an engine for reading states; it is freed with the world. */
  readonly newEngine: () => Engine;
  /** An initial state, in which `setup` has already run. */
  readonly start?: EngineSnapshot | undefined;
}

/** Observes the calls of a world's functions, and the check's own reads of the database. */
export interface Observer {
  /** `undisturbed` if neither a rival nor a crash is being played. */
  call(call: ObservedCall, undisturbed: boolean): void;
  /** The check's own command; `undisturbed` as for calls. */
  look(command: Operation, undisturbed: boolean): void;
}

/** A call as an observer sees it. */
export interface ObservedCall {
  readonly name: string;
  readonly values: readonly unknown[];
  /** The virtual time of the call. */
  readonly now: Date;
}

/** A function of the world, as checks pass it to `rival` and `crash`. */
export type Act = (world: World) => unknown;

/** The number of calls of a function, and their total cost. */
export interface Tally {
  calls: number;
  readonly meters: Meters;
}

/** Operations after which a call's cost is summed: the profile keeps only the last of them. */
const COUNTED = 10_000;

/** The number of processes that had been started when a snapshot was taken. */
const startedBefore = new WeakMap<EngineSnapshot, number>();

/** Processes of the client, which take turns in executing its calls. */
const PROCESSES = 2;

export class World {
  /** The rows that `setup` received; checks compute their expectations from them. */
  readonly rows: Document;
  /** The virtual clock, which stands still: `w.clock.advance({ days: 1 })`, `w.clock.now()`. */
  readonly clock: Clock;
  readonly #plan: WorldPlan;
  readonly #engine: Engine;
  readonly #empty: EngineSnapshot;
  readonly #trusted: Shell;
  readonly #processes: { own: Process[]; rival: Process[] } = { own: [], rival: [] };
  /** The number of processes started so far: each has its own number. */
  #started = 0;
  #turn = 0;
  #client: Client = "own";
  #calling = 0;
  #meters: Meters | null = null;
  #tally: Map<string, Tally> | null = null;
  /** Collects the profile entries of calls. */
  #entries: Document[] | null = null;
  #disturbed = 0;
  #done = 0;
  #cluster: Cluster | null = null;
  /** The running call. */
  #calls: Calling | null = null;
  /** The numbers of schedules that rivals and crashes tried here. */
  #schedules: Schedules | null = null;
  #isThin = false;
  /** The last call and its result, for errors of checks that it causes. */
  lastCall: { name: string; value: unknown } | null = null;

  constructor(plan: WorldPlan) {
    this.#plan = plan;
    this.#engine = plan.engine;
    this.#empty = plan.engine.snapshot();
    this.rows = plan.rows;
    this.clock = plan.engine.clock;
    this.#trusted = new Shell(plan.engine, { db: DATABASE, reportsUnread: false });
    if (plan.start) this.restore(plan.start);
    else this.#setUp();
    const { observe } = plan;
    if (observe) {
      plan.engine.intercept((operation, proceed) => {
        if (this.#calling === 0) observe.look(operation, this.#disturbed === 0);
        return proceed();
      });
    }
  }

  #setUp(): void {
    const setup = this.#start();
    if (!setup.has("setup")) throw new ScriptFailure("The script has no function `setup`");
    try {
      this.#ending(SETUP_OPERATIONS, () => setup.call("setup", [this.rows]));
    } catch (error) {
      throw new ScriptFailure(error instanceof LearnerError ? error.message : describe(error));
    }
  }

  /** The database as the check itself reads and writes it: not counted, not disturbed. */
  get db(): Shell["db"] {
    return this.#trusted.db;
  }

  #start(): Process {
    const { source, functions } = this.#plan;
    return new Process(this.#engine, this.#empty, source, functions, this.#started++);
  }

  /** Ends all processes: the next call starts new ones, which know only the database. */
  restartProcesses(): void {
    this.#processes.own = [];
    this.#processes.rival = [];
    this.#turn = 0;
  }

  /**
   * Starts the processes of a run: one that starts later would end the cursors and transactions of the running ones.
   */
  start(rivals: number): void {
    this.#processes.own[(this.#turn + 1) % PROCESSES] ??= this.#start();
    for (let rival = 0; rival < rivals; rival++) this.#processes.rival[rival] ??= this.#start();
  }

  /** Ends the clients: the server closes their transactions and cursors. */
  crashed(): void {
    const present = this.snapshot();
    this.restore(present);
    present.free();
  }

  /** Whether the script defines a function: an exercise may make some of them optional. */
  has(name: string): boolean {
    return (this.#processes.own[this.#turn] ??= this.#start()).has(name);
  }

  #process(): Process {
    if (this.#client !== "own") return (this.#processes.rival[this.#client] ??= this.#start());
    this.#turn = (this.#turn + 1) % PROCESSES;
    return (this.#processes.own[this.#turn] ??= this.#start());
  }

  /** Calls a learner's function; an exception fails the check. */
  call(name: string, ...values: unknown[]): unknown {
    this.#plan.observe?.call({ name, values, now: this.clock.now() }, this.#disturbed === 0);
    const process = this.#process();
    const count = this.#counter(name);
    this.#calling += 1;
    const outer = this.#calls;
    this.#calls = { name, values, given: this.#plan.functions.find((fn) => fn.name === name)?.given ?? [] };
    try {
      const value = this.#ending(this.#plan.operations ?? CALL_OPERATIONS, () => process.call(name, values), count);
      this.lastCall = { name, value };
      this.#done += 1;
      return value;
    } finally {
      this.#calling -= 1;
      this.#calls = outer;
      count?.();
    }
  }

  /**
   * Runs `action` and counts the check's own operations like those of the learner's functions, as a program that uses
   * the learner's schema would.
   */
  counted(action: () => unknown): unknown {
    const count = this.#counter();
    try {
      return action();
    } finally {
      count?.();
    }
  }

  /**
   * Returns a function that adds the cost of a call, or of the check's own operations, to the meters; undefined if
   * costs are not counted.
   */
  #counter(name?: string): (() => void) | undefined {
    const all = this.#meters ? [this.#meters] : [];
    const collected = this.#entries;
    if (all.length === 0 && !collected) return undefined;
    let since = this.#engine.profileSequence;
    if (this.#meters && this.#tally && name !== undefined) {
      const tally = this.#tally.get(name) ?? { calls: 0, meters: noCost() };
      this.#tally.set(name, tally);
      tally.calls += 1;
      all.push(tally.meters);
    }
    return () => {
      const done = entriesSince(this.#engine, since);
      for (const one of all) addCost(one, done);
      for (const entry of collected ? done.entries : []) collected?.push(entry);
      since = done.end;
    };
  }

  /** Runs a call that may make at most `most` operations; `count` is called before the profile drops any of them. */
  #ending(most: number, call: () => unknown, count?: () => void): unknown {
    let operations = 0;
    const outer = this.#engine.intercept((operation, proceed) => {
      if (++operations > most)
        throw new Error(
          `it has made ${most.toLocaleString("en")} operations, the most that a call may make here, and goes on; does this loop ever end?`,
        );
      if (operations % COUNTED === 0) count?.();
      requireApplicationCommand(operation);
      return outer ? outer(operation, proceed) : proceed();
    });
    try {
      return call();
    } finally {
      this.#engine.intercept(outer);
    }
  }

  /** Like `call`, but returns the exception. */
  attempt(name: string, ...values: unknown[]): { value: unknown; error: unknown } {
    try {
      return { value: this.call(name, ...values), error: null };
    } catch (error) {
      if (error instanceof LearnerError) return { value: undefined, error: error.original ?? error };
      throw error;
    }
  }

  /** The total cost of the calls within `action`; the check's own reads do not count. */
  cost(action: () => unknown): Meters {
    const outer = this.#meters;
    const meters = noCost();
    this.#meters = meters;
    try {
      action();
    } finally {
      this.#meters = outer;
    }
    if (outer) for (const [name, value] of Object.entries(meters)) outer[name as keyof Meters] += value;
    return meters;
  }

  /** Like `cost`, with the calls of each function listed separately. */
  costByFunction(action: () => unknown): { meters: Meters; byFunction: Record<string, Tally> } {
    this.#tally = new Map();
    try {
      const meters = this.cost(action);
      return { meters, byFunction: Object.fromEntries(this.#tally) };
    } finally {
      this.#tally = null;
    }
  }

  /** The profile entries of the calls within `action`, one per operation, without the check's own reads. */
  profile(action: () => unknown): readonly Document[] {
    const outer = this.#entries;
    const entries: Document[] = [];
    this.#entries = entries;
    try {
      action();
    } finally {
      this.#entries = outer;
    }
    for (const entry of outer ? entries : []) outer?.push(entry);
    return entries;
  }

  /** The cluster of a world that `t.cluster` created: its shards and chunks, and the shards that operations reach. */
  get cluster(): Cluster {
    if (!this.#engine.isCluster) throw new TypeError("The world has no cluster: create the world with t.cluster");
    return (this.#cluster ??= new Cluster(this.#engine, (action) => this.profile(action)));
  }

  /** The sharding helper for the check itself: `w.sh.shardCollection("test.books", { _id: 1 })`. */
  get sh(): Shell["sh"] {
    return this.#trusted.sh;
  }

  /**
   * Replays `action` with `interference` before each of its database operations in turn, after the last, and inside
   * each upsert that inserts; `invariant` must hold each time. With `pairs`, also with two interferences, in every pair
   * of gaps. Restores the state afterwards.
   */
  rival(action: Act, interference: Act, invariant: Act, options?: RivalOptions): void {
    rival(this, action, interference, invariant, options);
  }

  /**
   * Replays `action`, interrupted after each of its database operations in turn; `recover` runs, then `invariant` must
   * hold. Then once more per operation of the recovery, interrupting it there before it runs again. With `rival`, also
   * with another client acting in each gap, and `recover` runs twice. Open transactions are aborted. Restores the state
   * afterwards.
   */
  crash(action: Act, recover: Act | null, invariant: Act, options?: CrashOptions): void {
    crash(this, action, recover, invariant, options);
  }

  /**
   * Runs `action` with only the indexes on `_id`, and restores the state afterwards. Indexes change the cost of a
   * result and never the result, so an order that the program did not request shows here. Errors caused by a missing
   * index, as with a hint, are ignored.
   */
  withoutIndexes(action: Act): void {
    withoutIndexes(this, action);
  }

  /** The number of learners' calls that have returned. */
  get callsDone(): number {
    return this.#done;
  }

  /** The running call of a learner's function. */
  get calling(): Calling | null {
    return this.#calls;
  }

  /** Runs `action` with a recorder of its operations, and returns the recorded steps. */
  recorded(action: (recorder: Recorder) => void): readonly Step[] {
    const viewer = this.#plan.newEngine();
    const recorder = new Recorder(this.#engine, viewer);
    try {
      action(recorder);
    } catch {
      // It fails as before; the steps up to the failure count.
    }
    viewer.free();
    return recorder.steps;
  }

  /** Adds to the counts of schedules; `isThin` if too few of the possible places were tried for a verdict. */
  addSchedules({ tried, possible }: Schedules, isThin: boolean): void {
    this.#isThin ||= isThin;
    this.#schedules = {
      tried: (this.#schedules?.tried ?? 0) + tried,
      possible: (this.#schedules?.possible ?? 0) + possible,
    };
  }

  /** The numbers of tried and possible schedules; null without a rival or crash. */
  get schedules(): Schedules | null {
    return this.#schedules;
  }

  /** Whether a rival or a crash tried too few places. */
  get isThin(): boolean {
    return this.#isThin;
  }

  /** Runs `action` so that observers see its calls as disturbed. */
  disturbed(action: () => void): void {
    this.#disturbed += 1;
    try {
      action();
    } finally {
      this.#disturbed -= 1;
    }
  }

  /** Collections, their sizes and indexes. */
  storage(): Storage {
    return storage(this.#engine, DATABASE);
  }

  /** A snapshot of the current state; free it when it is no longer needed. */
  snapshot(): EngineSnapshot {
    const snapshot = this.#engine.snapshot();
    startedBefore.set(snapshot, this.#started);
    return snapshot;
  }

  /** The whole database as bytes, equal for equal states. */
  dump(): Uint8Array {
    return this.#engine.dump();
  }

  /** Restores a snapshot; new processes are started. */
  restore(snapshot: EngineSnapshot): void {
    this.#engine.restore(snapshot);
    this.#started = startedBefore.get(snapshot) ?? this.#started;
    this.restartProcesses();
  }

  /**
   * Runs `action`, passing every database operation of the learner's functions to `each` with the number of earlier
   * ones. Returns the total number.
   */
  watch(
    action: () => unknown,
    each: (operation: Operation, before: number, proceed: () => Uint8Array) => Uint8Array,
  ): number {
    let count = 0;
    const outer = this.#engine.intercept((operation, proceed) => {
      const further = outer ? () => outer(operation, proceed) : proceed;
      // The check's own reads are not passed.
      return this.#calling === 0 ? further() : each(operation, count++, further);
    });
    try {
      action();
    } finally {
      this.#engine.intercept(outer);
    }
    return count;
  }

  /** Runs an upsert, calling `meanwhile` after it matched nothing and before it inserts. */
  overtaken(operation: Operation, proceed: () => Uint8Array, meanwhile: () => void): Uint8Array {
    return overtaken(this.#engine, operation, proceed, meanwhile);
  }

  /** Runs `action` as another client: the rival, or with 1 a third client. */
  asRival(action: () => unknown, rival = 0): void {
    const [client, calling] = [this.#client, this.#calling];
    this.#client = rival;
    this.#calling = 0;
    try {
      action();
    } finally {
      this.#client = client;
      this.#calling = calling;
    }
  }

  /** Frees the database's memory. */
  free(): void {
    this.#empty.free();
    this.#engine.free();
  }
}
