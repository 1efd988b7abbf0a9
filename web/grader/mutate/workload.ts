/**
 * Workloads: series of calls that compare scripts by their visible behaviour.
 *
 * The calls are those that the exercise's checks make on the accepted design, in the check's order and in random order,
 * on the same hidden rows, with another client's calls in between. In the check's order, the check's own writes and
 * reads are repeated as well. Results are compared as checks compare values; ObjectIds are numbered in order of
 * appearance.
 */
import { ObjectId, type Document } from "bson";

import type { Operation } from "../../shell/engine.js";
import type { Bundle } from "../bundle.js";
import { CheckFailure, describe } from "../failure.js";
import { grade } from "../index.js";
import { rng, type Rng } from "../random.js";
import { Session, type NewEngine, type WorldKind } from "../session.js";
import { canonical, isRecord, shown } from "../values.js";
import type { ObservedCall, World } from "../world.js";

/** Worlds taken from the checks, calls per world, and random orders per world. */
const WORLDS = 10;
const CALLS = 60;
const ORDERS = 2;

/** Separates a call's result from the rival's. */
export const RIVAL = " | ";

/** A batch size that exceeds any result. */
const ALL = 1_000_000;

/** A call of a workload; `rival` is called before its operation number `gap`. */
interface Call extends ObservedCall {
  readonly rival?: { readonly call: ObservedCall; readonly gap: number };
}

/** A check's own operation on the database. */
interface Look {
  readonly own: Operation;
}

/** Calls on the rows of one world. */
export interface Workload {
  readonly plan: WorldKind;
  readonly steps: readonly (Call | Look)[];
  /** Whether the calls are in the check's order. */
  readonly inOrder: boolean;
}

/** The recorded operations of the checks on a design. */
export interface Recorded {
  readonly workloads: readonly Workload[];
  /** Collections that checks read during a rival or a crash: their documents count as results, too. */
  readonly read: ReadonlySet<string>;
}

/** Commands with which checks read documents, and with which they insert some. */
const READING_COMMANDS: ReadonlySet<string> = new Set(["find", "aggregate", "count", "distinct"]);
const INSERTING_COMMANDS: ReadonlySet<string> = new Set(["insert", "update", "delete"]);

/** A value as lists and documents, whose other values are canonical texts. */
export type Parts = string | readonly Parts[] | { readonly [field: string]: Parts };

/** The observation of one call. */
export interface Seen {
  readonly name: string;
  readonly answer: string;
  /** The result with all lists sorted. */
  readonly unordered: string;
  /** The result as lists and documents of canonical texts. */
  readonly parts: Parts;
  /** The result for display. */
  readonly shown: string;
  /** The result if it is the learner's choice, which `answer` leaves out; otherwise empty. */
  readonly choice: string;
  readonly operations: string;
  readonly roundTrips: number;
  readonly examined: number;
}

/** The observations of a workload. */
export interface Trace {
  readonly calls: readonly Seen[];
  /** Documents at the end, by collection. */
  readonly state: ReadonlyMap<string, string>;
}

/** Records workloads from the checks' calls on a design. */
export function recorded(bundle: Bundle, design: string, newEngine: NewEngine): Recorded {
  const worlds: { plan: WorldKind; steps: (ObservedCall | Look)[]; calls: ObservedCall[] }[] = [];
  const read = new Set<string>();
  grade(bundle, design, {
    newEngine,
    observe(plan) {
      const steps: (ObservedCall | Look)[] = [];
      const calls: ObservedCall[] = [];
      worlds.push({ plan, steps, calls });
      return {
        call(call, undisturbed) {
          if (undisturbed && calls.push(call) <= CALLS) steps.push(call);
        },
        look(own, undisturbed) {
          const collection = String(own.command[own.name]);
          if (collection.startsWith("system.")) return;
          if (!undisturbed && READING_COMMANDS.has(own.name)) read.add(collection);
          // Not after dropped calls, whose effects would be missing.
          if (
            undisturbed &&
            calls.length <= CALLS &&
            (READING_COMMANDS.has(own.name) || INSERTING_COMMANDS.has(own.name))
          )
            steps.push({ own });
        },
      };
    },
  });
  const random = rng(1, `${bundle.id} workloads`);
  const used = worlds.filter(({ calls }) => calls.length > 0);
  const chosen = random.shuffle([...used]).slice(0, WORLDS);
  // Small worlds show as much, and faster.
  const workloads = chosen.flatMap(({ plan, steps, calls }) => [
    { plan, steps, inOrder: true },
    ...Array.from({ length: ORDERS }, () => ({
      plan,
      steps: shuffledCalls(calls.slice(0, CALLS), random),
      inOrder: false,
    })),
  ]);
  return { workloads, read };
}

/** Random calls in the original times: some repeated, some omitted, some with another call in a gap. */
function shuffledCalls(calls: readonly ObservedCall[], random: Rng): Call[] {
  const drawn: Call[] = calls.map(() => {
    const call = random.pick(calls);
    return random.int(1, 4) === 1 ? { ...call, rival: { call: random.pick(calls), gap: random.int(0, 3) } } : call;
  });
  const times = drawn.map((call) => call.now).sort((a, b) => a.getTime() - b.getTime());
  return drawn.map((call, at) => ({ ...call, now: times[at] as Date }));
}

/** Runs a workload on a script; null if the script or its `setup` fails. */
export function traced(
  session: Session,
  { plan, steps }: Workload,
  ids: IdMap,
  choices: ReadonlySet<string>,
): Trace | null {
  let world: World;
  try {
    world = session.world(plan);
  } catch {
    return null;
  }
  try {
    const seen = steps.map((step) =>
      "own" in step ? seenLook(world, step, ids) : seenCall(world, step, ids, choices),
    );
    return { calls: seen, state: stateOf(world, ids) };
  } finally {
    session.free();
  }
}

function seenCall(world: World, { name, values, now, rival }: Call, ids: IdMap, choices: ReadonlySet<string>): Seen {
  world.clock.set(now);
  const operations: string[] = [];
  const answers: string[] = [];
  const unordered: string[] = [];
  const parts: Parts[] = [];
  let choice = "";
  const make = ({ name: fn, values: given }: ObservedCall): void => {
    let value: unknown;
    let text: string;
    let loose: string | undefined;
    let part: Parts | undefined;
    try {
      value = world.call(fn, ...given.map((one) => ids.own(one)));
      text = canonical(value);
      loose = canonical(sorted(value));
      if (choices.has(fn)) {
        choice += ids.normal(text);
        text = loose = "a choice";
      } else {
        ids.learn(value);
        part = partsOf(value, ids);
      }
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      value = `error: ${describe(error)}`;
      // Whether and how a call fails is compared, but not where in the script.
      text = `error ${(error as { original?: { name?: string; code?: unknown } }).original?.name ?? ""}`;
    }
    ids.learn(value);
    answers.push(ids.normal(text));
    parts.push(part ?? text);
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
    answer: answers.join(RIVAL),
    unordered: unordered.join(RIVAL),
    parts,
    shown: shownAnswers.join(", the other client "),
    choice,
    operations: operations.join(" "),
    roundTrips: meters.roundTrips,
    examined: meters.docsExamined + meters.keysExamined,
  };
}

/** Runs the check's own command; only the documents of its reply are compared. */
function seenLook(world: World, { own: { db, name, command } }: Look, ids: IdMap): Seen {
  const { lsid: _, $db: __, ...whole } = ids.own(command) as Document;
  // All documents in one batch, because `getMore` is not repeated.
  const batch = name === "find" ? { batchSize: ALL } : name === "aggregate" ? { cursor: { batchSize: ALL } } : {};
  const reply = world.db.getSiblingDB(db).runCommand({ ...whole, ...batch }) as Document;
  const { firstBatch } = (reply["cursor"] ?? {}) as { firstBatch?: Document[] };
  const value: unknown = READING_COMMANDS.has(name) ? (firstBatch ?? reply["values"] ?? reply["n"]) : null;
  const text = ids.normal(canonical(sorted(value)));
  const collection = String(command[name]);
  return {
    name: `what the check finds in ${collection}`,
    answer: text,
    unordered: text,
    parts: text,
    shown: shown(value),
    choice: "",
    operations: "",
    roundTrips: 0,
    examined: 0,
  };
}

function partsOf(value: unknown, ids: IdMap): Parts {
  if (Array.isArray(value)) return value.map((item) => partsOf(item, ids));
  if (!isRecord(value)) return ids.normal(canonical(value));
  return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, partsOf(item, ids)]));
}

/** Whether a result equals another one apart from further fields in its documents, which checks allow. */
export function covers(result: Parts, other: Parts): boolean {
  if (typeof result === "string" || typeof other === "string") return result === other;
  if (Array.isArray(result) || Array.isArray(other))
    return (
      Array.isArray(result) &&
      Array.isArray(other) &&
      result.length === other.length &&
      other.every((item, i) => covers(result[i] as Parts, item as Parts))
    );
  const [found, wanted] = [result, other] as Record<string, Parts>[];
  return Object.entries(wanted ?? {}).every(
    ([field, item]) => Object.hasOwn(found ?? {}, field) && covers(found?.[field] as Parts, item),
  );
}

/** A value with all lists sorted by their elements' text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)]));
}

function stateOf(world: World, ids: IdMap): Map<string, string> {
  return new Map(
    world.storage().collections.map(({ name }) => {
      const documents = (world.db.getCollection(name).find().toArray() as Document[]).map((document) =>
        canonical(document),
      );
      return [name, ids.normal(documents.sort().join(";"))];
    }),
  );
}

/** Maps ObjectIds to their order of appearance in a run, and from another run to this one. */
export class IdMap {
  readonly #order: ObjectId[] = [];
  readonly #places = new Map<string, number>();

  constructor(private readonly design: IdMap | null) {}

  /** Records the ids in a result. */
  learn(value: unknown, depth = 0): void {
    if (value === null || typeof value !== "object" || depth > 20) return;
    if (value instanceof ObjectId) {
      const hex = value.toHexString();
      if (!this.#places.has(hex)) this.#places.set(hex, this.#order.push(value) - 1);
    } else {
      for (const part of Object.values(value)) this.learn(part, depth + 1);
    }
  }

  /** An argument from the design's run, with this run's ids. */
  own(value: unknown): unknown {
    if (value === null || typeof value !== "object" || this.design === null) return value;
    if (value instanceof ObjectId) return this.#order[this.design.#places.get(value.toHexString()) ?? -1] ?? value;
    if (Array.isArray(value)) return value.map((item) => this.own(item));
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.own(item)]));
  }

  /** A text with each ObjectId replaced by its number. */
  normal(text: string): string {
    return text.replace(/ObjectId\('([0-9a-f]{24})'\)/g, (_, hex: string) => `#${this.#places.get(hex) ?? "?"}`);
  }
}
