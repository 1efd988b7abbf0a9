/**
 * What can be seen of a script from outside: the same calls made on it and on another, and the answers compared.
 *
 * The calls are those that the exercise's checks make of the accepted design, in the check's order and in random
 * ones, on the same hidden rows, with calls of another client in between. Answers are compared as checks compare
 * values; ObjectIds count by the order in which they appear.
 */
import { ObjectId, type Document } from "bson";

import type { Engine } from "../../shell/engine.js";
import type { Bundle } from "../bundle.js";
import { CheckFailure, describe } from "../failure.js";
import { grade } from "../index.js";
import { rng, type Rng } from "../random.js";
import type { FreshPlan } from "../script.js";
import { Session } from "../session.js";
import { canonical, shown } from "../values.js";
import type { ObservedCall, World } from "../world.js";

/** Worlds that are taken from the checks, calls of each, and random orders of the calls of each. */
const WORLDS = 10;
const CALLS = 60;
const ORDERS = 2;

/** A call of a workload; `rival` is called before the operation `gap` of it. */
interface Call extends ObservedCall {
  readonly rival?: { readonly call: ObservedCall; readonly gap: number };
}

/** A list of calls on one world's rows. */
export interface Workload {
  readonly plan: Required<FreshPlan>;
  readonly calls: readonly Call[];
}

/** What the checks do to a design. */
export interface Recorded {
  readonly workloads: readonly Workload[];
  /** Collections that the checks look into themselves: their documents are an answer, too. */
  readonly read: ReadonlySet<string>;
}

/** What was seen of one call. */
interface Seen {
  readonly name: string;
  readonly answer: string;
  /** The same with all lists sorted. */
  readonly unordered: string;
  /** The answer for people. */
  readonly shown: string;
  readonly operations: string;
  readonly roundTrips: number;
  readonly examined: number;
}

/** What was seen of a workload. */
export interface Trace {
  readonly calls: readonly Seen[];
  /** Documents at the end, by collection. */
  readonly state: ReadonlyMap<string, string>;
}

/** Takes workloads from what the checks call on a design. */
export function recorded(bundle: Bundle, design: string, newEngine: () => Engine): Recorded {
  const worlds: { plan: Required<FreshPlan>; calls: ObservedCall[] }[] = [];
  const read = new Set<string>();
  grade(bundle, design, {
    newEngine,
    observe(plan) {
      const calls: ObservedCall[] = [];
      worlds.push({ plan, calls });
      return {
        call: (call, undisturbed) => void (undisturbed && calls.length < CALLS && calls.push(call)),
        read: (collection) => void read.add(collection),
      };
    },
  });
  const random = rng(1, `${bundle.id} workloads`);
  const used = worlds.filter(({ calls }) => calls.length > 0);
  const chosen = random.shuffle([...used]).slice(0, WORLDS);
  // Small worlds tell as much, and sooner.
  const workloads = chosen.flatMap(({ plan, calls }) => [
    { plan, calls },
    ...Array.from({ length: ORDERS }, () => ({ plan, calls: disordered(calls, random) })),
  ]);
  return { workloads, read };
}

/** The same calls in another order, some twice, some left out, some with another of them in a gap. */
function disordered(calls: readonly ObservedCall[], random: Rng): Call[] {
  const drawn: Call[] = calls.map(() => {
    const call = random.pick(calls);
    return random.int(1, 4) === 1 ? { ...call, rival: { call: random.pick(calls), gap: random.int(0, 3) } } : call;
  });
  const times = drawn.map((call) => call.now).sort((a, b) => a.getTime() - b.getTime());
  return drawn.map((call, at) => ({ ...call, now: times[at] as Date }));
}

/** Runs a workload on a script; null when the script or its `setup` fails. */
export function traced(session: Session, { plan, calls }: Workload, ids: IdMap): Trace | null {
  let world: World;
  try {
    world = session.fresh(plan);
  } catch {
    return null;
  }
  try {
    const seen = calls.map((call) => seenCall(world, call, ids));
    return { calls: seen, state: stateOf(world, ids) };
  } finally {
    session.free();
  }
}

function seenCall(world: World, { name, values, now, rival }: Call, ids: IdMap): Seen {
  world.clock.set(now);
  const operations: string[] = [];
  const answers: string[] = [];
  const unordered: string[] = [];
  const make = ({ name: fn, values: given }: ObservedCall): void => {
    let value: unknown;
    let text: string;
    let loose: string | undefined;
    try {
      value = world.call(fn, ...given.map((one) => ids.own(one)));
      text = canonical(value);
      loose = canonical(sorted(value));
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      value = `error: ${describe(error)}`;
      // That it fails counts, and how; where in the script does not.
      text = `error ${(error as { original?: { name?: string; code?: unknown } }).original?.name ?? ""}`;
    }
    ids.learn(value);
    answers.push(ids.normal(text));
    unordered.push(ids.normal(loose ?? text));
    shownAnswers.push(shown(value));
  };
  const shownAnswers: string[] = [];
  const meters = world.cost(() =>
    world.watch(
      () => make({ name, values, now }),
      (operation, before, proceed) => {
        operations.push(operation.name);
        if (rival && rival.gap === before) world.asRival(() => make(rival.call));
        return proceed();
      },
    ),
  );
  return {
    name,
    answer: answers.join(" | "),
    unordered: unordered.join(" | "),
    shown: shownAnswers.join(", the other client "),
    operations: operations.join(" "),
    roundTrips: meters.roundTrips,
    examined: meters.docsExamined + meters.keysExamined,
  };
}

/** A value with all its lists in the order of their elements' texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)]));
}

function stateOf(world: World, ids: IdMap): Map<string, string> {
  return new Map(
    world.storage().collections.map(({ name }) => {
      const documents = (world.db.getCollection(name).find().toArray() as Document[]).map((document) => canonical(document));
      return [name, ids.normal(documents.sort().join(";"))];
    }),
  );
}

/** ObjectIds by the order in which a run shows them, and from another run's to this one's. */
export class IdMap {
  readonly #order: ObjectId[] = [];
  readonly #places = new Map<string, number>();

  constructor(private readonly design: IdMap | null) {}

  /** Remembers the ids in an answer. */
  learn(value: unknown, depth = 0): void {
    if (value === null || typeof value !== "object" || depth > 20) return;
    if (value instanceof ObjectId) {
      const hex = value.toHexString();
      if (!this.#places.has(hex)) this.#places.set(hex, this.#order.push(value) - 1);
    } else {
      for (const part of Object.values(value)) this.learn(part, depth + 1);
    }
  }

  /** An argument of the design's run, with this run's ids in place of the design's. */
  own(value: unknown): unknown {
    if (value === null || typeof value !== "object" || this.design === null) return value;
    if (value instanceof ObjectId) return this.#order[this.design.#places.get(value.toHexString()) ?? -1] ?? value;
    if (Array.isArray(value)) return value.map((item) => this.own(item));
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.own(item)]));
  }

  /** A text with each ObjectId replaced by its place. */
  normal(text: string): string {
    return text.replace(/ObjectId\('([0-9a-f]{24})'\)/g, (_, hex: string) => `#${this.#places.get(hex) ?? "?"}`);
  }
}
