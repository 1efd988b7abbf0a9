/** Grades one script: creates the worlds that its checks need. */
import type { Document } from "bson";

import type { Engine, EngineOptions, EngineSnapshot } from "../shell/engine.js";
import type { Bundle, Schedules } from "./bundle.js";
import { copy } from "./isolated_copies.js";
import { calleeOf, Process, type Callee } from "./process.js";
import { DEFAULT_SHAPE, type ClusterShape } from "./cluster.js";
import { rng } from "./random.js";
import { readData, type ClusterPlan, type FreshPlan } from "./script.js";
import { shown } from "./values.js";
import { World, type Observer } from "./world.js";

/** Creates an engine: a standalone server, or a cluster if the options have shards. */
export type NewEngine = (options: EngineOptions) => Engine;

/** The options that determine a world's state after `setup`. */
export interface WorldKind extends FreshPlan {
  readonly seed: number;
  readonly scale: number;
  readonly cluster: Required<ClusterShape> | null;
}

export interface GradeOptions {
  /** Creates an empty engine with these options; the grader frees it. */
  readonly newEngine: NewEngine;
  /** Called before each step with its label, and at the end. */
  readonly onProgress?: (done: number, total: number, label: string) => void;
  /** Added to every seed: other data of the same kind. */
  readonly seedOffset?: number;
  /** How often the learner has passed before, which selects the calls that the model makes; 0 if absent. */
  readonly passes?: number;
  /** Whether only the verdict matters: stops at the first failure, as it was found, without measurements. */
  readonly untilFailure?: boolean;
  /** Whether the model's checks play only a few histories. */
  readonly brief?: boolean;
  /** Collects the names of the functions that histories call. */
  readonly called?: Set<string>;
  /** Further globals for `model.js`. */
  readonly modelNames?: Readonly<Record<string, unknown>>;
  /** Ids of the checks to run; all if absent. Without all checks, nothing is measured. */
  readonly wanted?: ReadonlySet<string>;
  /** The learner's guess for each prediction of the bundle; null for a skipped question. */
  readonly said?: readonly (number | null)[];
  /** Called before each check; true ends the grading early, without measurements. */
  readonly enough?: () => boolean;
  /** Creates an observer for each world. */
  readonly observe?: (kind: WorldKind) => Observer;
}

/** The most cached worlds. */
const MAX_CACHED_WORLDS = 6;

/** A world's state after `setup`. */
interface CachedWorld {
  readonly state: EngineSnapshot;
  /** Its rows; cached at the second request, because copying is faster than running `rows` again. */
  rows?: Document;
}

/** Creates worlds for one script and frees them. */
export class Session {
  readonly #rows: ReturnType<typeof readData>;
  #worlds: World[] = [];
  /** Cache of worlds after `setup`, by their options. */
  readonly #known = new Map<string, CachedWorld>();

  constructor(
    readonly bundle: Bundle,
    readonly source: string,
    readonly options: GradeOptions,
  ) {
    this.#rows = readData(bundle.data);
  }

  /** The functions that the script should define. */
  get functions(): Callee[] {
    const setup = { name: "setup", signature: "setup(db, rows)" };
    return [setup, ...this.bundle.functions.filter(({ name }) => name !== setup.name)].map(calleeOf);
  }

  random(seed: number): ReturnType<typeof rng> {
    return rng(seed + (this.options.seedOffset ?? 0), this.bundle.id);
  }

  /** A world whose database is one server. */
  fresh({ seed = 1, scale = 1, rows }: FreshPlan = {}): World {
    return this.world({ seed, scale, cluster: null, ...(rows && { rows }) });
  }

  /** A world whose database is a sharded cluster. */
  cluster({ seed = 1, scale = 1, rows, ...shape }: ClusterPlan = {}): World {
    const cluster = { ...DEFAULT_SHAPE, ...this.bundle.cluster, ...shape };
    return this.world({ seed, scale, cluster, ...(rows && { rows }) });
  }

  world(kind: WorldKind): World {
    const { seed, scale, cluster, rows: change } = kind;
    const key = `${seed} ${scale} ${cluster ? `${cluster.shards} ${cluster.chunkLimit}` : ""}`;
    const known = change ? undefined : this.#known.get(key);
    const start = known?.state;
    // Copied, because checks may modify their rows.
    const make = (): Document => this.#rows(this.random(seed), scale);
    const rows = known ? (copy((known.rows ??= make())) as Document) : change ? change(make()) : make();
    // Other draws of `Math.random` with each offset and after each pass.
    const luck = 1 + (this.options.seedOffset ?? 0) + (this.options.passes ?? 0);
    const newEngine = (): Engine => this.options.newEngine({ ...cluster, seed: luck });
    const engine = newEngine();
    try {
      const observe = this.options.observe?.(kind);
      const { operations } = this.bundle;
      const world = new World({
        engine,
        rows,
        source: this.source,
        functions: this.functions,
        operations,
        newEngine,
        observe,
        start,
      });
      this.#worlds.push(world);
      if (!start && !change) this.#keep(key, world.snapshot());
      return world;
    } catch (error) {
      engine.free();
      throw error;
    }
  }

  #keep(key: string, state: EngineSnapshot): void {
    this.#known.set(key, { state });
    for (const [oldest, { state }] of this.#known) {
      if (this.#known.size <= MAX_CACHED_WORLDS) break;
      this.#known.delete(oldest);
      state.free();
    }
  }

  /** Runs the script; throws if it does not run at all. */
  probe(): void {
    const engine = this.options.newEngine({});
    const empty = engine.snapshot();
    try {
      new Process(engine, empty, this.source, this.functions);
    } finally {
      empty.free();
      engine.free();
    }
  }

  /** The last call in any world of this check. */
  last(): World["lastCall"] {
    return [...this.#worlds].reverse().find((world) => world.lastCall)?.lastCall ?? null;
  }

  /** The last call as text. */
  lastCall(): string {
    const call = this.last();
    return call ? `${call.name} returned ${shown(call.value)}` : "no function was called";
  }

  /** The numbers of schedules of rivals and crashes in all worlds of this check. */
  get schedules(): Schedules | null {
    const all = this.#worlds.flatMap((world) => world.schedules ?? []);
    if (all.length === 0) return null;
    return all.reduce((a, b) => ({ tried: a.tried + b.tried, possible: a.possible + b.possible }));
  }

  /** Whether rivals and crashes tried too few places for a verdict. */
  get isThin(): boolean {
    return this.#worlds.some((world) => world.isThin);
  }

  /** Frees everything; the session cannot be used afterwards. */
  end(): void {
    this.free();
    for (const { state } of this.#known.values()) state.free();
    this.#known.clear();
  }

  /** Frees the worlds of a check. */
  free(): void {
    for (const world of this.#worlds) {
      try {
        world.free();
      } catch {
        // An engine that was interrupted during a command cannot be freed; it is no longer used.
      }
    }
    this.#worlds = [];
  }
}
