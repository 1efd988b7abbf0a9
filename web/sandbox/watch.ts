/**
 * Observes the operations of a run: the changes of each write, the plan of each read, and whether the state changed.
 * Documents before and after, and plans, are read from a second engine that is restored to a snapshot, so that reading
 * them costs the script nothing and is not in its profile.
 */
import { EJSON, type Document } from "bson";

import { Changes, isWrite, textOf, type DocumentChange } from "../shell/changes.js";
import type { Engine, EngineSnapshot, Operation } from "../shell/engine.js";
import type { Planned } from "./advice.js";
import { MEMORY } from "./budget.js";
import type { Change } from "../types/protocol.js";

/** The most changes that a run lists. */
const MAX_CHANGES = 500;
/** Operations after which changes and plans are no longer recorded. */
const MAX_WATCHED = 300;
const MAX_PLANNED = 20_000;
/** Operations between two checks of the memory: at most this many times 48 MB can exceed the budget. */
const WEIGHED_EVERY = 4;
/** The most characters of extended JSON of all changes. */
const MAX_TEXT = 4 << 20;
/** The most plans of a run, and of statements that differ only in their values: a loop must not use up all. */
const MAX_PLANS = 50;
const MAX_ALIKE = 5;
/** Elements of an array, and levels, that identify a statement's shape. */
const MAX_ELEMENTS = 20;
const MAX_LEVELS = 8;
/** Pipelines of a run that can be shown stage by stage, and the most bytes of data kept for them. */
const MAX_PIPELINES = 20;
const MAX_KEPT = 256 << 20;

const EXPLAINED = new Set(["find", "aggregate", "count", "distinct", "update", "delete", "findandmodify"]);

/** A pipeline that can be shown stage by stage, with the data that it read. */
export interface Pipeline {
  db: string;
  command: Document;
  data: EngineSnapshot;
}

/** An explain output with the number of its operation. */
interface Plan {
  operation: number;
  explain: unknown;
}

/** The observer of one run. */
export class Watch {
  readonly changes: Change[] = [];
  /** Whether something was written. */
  dirty = false;
  /** The first aggregations; the caller frees their data. */
  readonly pipelines: Pipeline[] = [];
  /** The operation numbers of the aggregations. */
  readonly #aggregations: number[] = [];
  #kept = 0;
  readonly #plans: Plan[] = [];
  /** The explained statements, in the order of their plans. */
  readonly planned: Planned[] = [];
  /** The number of operations so far. */
  #count = 0;
  /** Operation numbers by the numbers of their profile entries. */
  readonly #operations = new Map<number, number>();
  #text = 0;
  /** Explained statements, and their number per shape. */
  readonly #explained = new Set<string>();
  readonly #alike = new Map<string, number>();

  constructor(
    private readonly engine: Engine,
    private readonly viewer: Engine,
  ) {}

  /** The interceptor. */
  readonly operation = (operation: Operation, proceed: () => Uint8Array): Uint8Array => {
    const number = this.#count++;
    const name = operation.name.toLowerCase();
    const writes = isWrite(operation);
    this.dirty ||= writes;
    if (writes && !frees(operation) && number % WEIGHED_EVERY === 0 && this.engine.memoryUsage() > MEMORY) {
      throw new Error(
        `The database is full: it may hold ${MEMORY >> 20} MB of documents and indexes here. Deleting and dropping still work.`,
      );
    }
    const wantsPlan = EXPLAINED.has(name) && this.#isNew(number, operation);
    const watched = writes && number < MAX_WATCHED;
    if (!watched && !wantsPlan) return this.#profiled(number, proceed);

    const before = this.engine.snapshot();
    let kept = false;
    try {
      kept = name === "aggregate" && this.#keep(number, operation, before);
      if (wantsPlan) {
        this.viewer.restore(before);
        this.#plan(number, operation, name);
      }
      const changes = watched && this.#room() ? new Changes(this.engine, this.viewer, operation, before) : null;
      const reply = this.#profiled(number, proceed);
      for (const change of changes?.after(reply) ?? []) this.#add(number, change);
      return reply;
    } finally {
      if (!kept) before.free();
    }
  };

  /** Adds plans to profile entries, and lines to changes. */
  join(profile: Document[]): void {
    const entries = new Map<number, Document>();
    for (const entry of profile) {
      const operation = this.#operations.get(Number(entry["seq"]));
      if (operation !== undefined) entries.set(operation, entry);
    }
    for (const [at, { operation, explain }] of this.#plans.entries()) {
      const entry = entries.get(operation);
      if (!entry) continue;
      entry["explain"] = explain;
      entry["planned"] = at;
    }
    for (const [at, operation] of this.#aggregations.entries()) {
      const entry = entries.get(operation);
      if (entry) entry["pipeline"] = at;
    }
    for (const change of this.changes) {
      const line: unknown = entries.get(change.statement)?.["line"];
      if (typeof line === "number") change.line = line;
    }
  }

  /** Runs an operation and records the number of its profile entry. */
  #profiled(number: number, proceed: () => Uint8Array): Uint8Array {
    return this.engine.profiled(proceed, (entry) => this.#operations.set(entry, number));
  }

  #room(): boolean {
    return this.changes.length < MAX_CHANGES && this.#text < MAX_TEXT;
  }

  /** Stores an aggregation and its data, if there is room; returns whether it did. */
  #keep(number: number, { db, command }: Operation, data: EngineSnapshot): boolean {
    const size = this.engine.memoryUsage();
    if (this.pipelines.length >= MAX_PIPELINES || this.#kept + size > MAX_KEPT) return false;
    this.#kept += size;
    this.#aggregations.push(number);
    this.pipelines.push({ db, command, data });
    return true;
  }

  /** Whether a statement's plan is not recorded yet. */
  #isNew(number: number, { db, command }: Operation): boolean {
    if (number >= MAX_PLANNED || this.#plans.length >= MAX_PLANS) return false;
    const kind = `${db}.${outline(command, 0)}`;
    const alike = this.#alike.get(kind) ?? 0;
    if (alike >= MAX_ALIKE) return false;
    const whole = `${db}.${JSON.stringify(command).slice(0, 2_000)}`;
    if (this.#explained.has(whole)) return false;
    this.#explained.add(whole);
    this.#alike.set(kind, alike + 1);
    return true;
  }

  #plan(operation: number, { db, command }: Operation, name: string): void {
    const plain: Document = { ...command };
    for (const key of ["lsid", "$db", "comment", "writeConcern", "txnNumber"]) delete plain[key];
    const list = name === "update" ? "updates" : name === "delete" ? "deletes" : null;
    // Explain accepts one statement; for a bulk, it shows the first.
    if (list && Array.isArray(plain[list])) plain[list] = (plain[list] as unknown[]).slice(0, 1);
    const answer = this.viewer.tryCommand(db, { explain: plain, verbosity: "executionStats" });
    if (answer["ok"] !== 1) return;
    this.#plans.push({ operation, explain: EJSON.serialize(answer, { relaxed: true }) });
    this.planned.push({ db, command: plain });
  }

  #add(statement: number, { namespace, by, id, before: was, after: is }: DocumentChange): void {
    if (!this.#room()) return;
    const [before, after] = [textOf(was), textOf(is)];
    this.#text += (before?.length ?? 0) + (after?.length ?? 0);
    this.changes.push({ statement, ns: namespace, op: by, id, before, after });
  }
}

/** Commands that free memory, or end something. */
const FREEING = new Set([
  "delete",
  "drop",
  "dropdatabase",
  "dropindexes",
  "deleteindexes",
  "endsessions",
  "killsessions",
  "killallsessions",
  "aborttransaction",
  "committransaction",
  "killcursors",
]);

/** Whether a command frees memory, which must work in a full database. */
function frees({ name, command }: Operation): boolean {
  return FREEING.has(name.toLowerCase()) || (name.toLowerCase() === "findandmodify" && command["remove"] === true);
}

/** The shape of a statement without its values; its first field names command and collection. */
function outline(value: unknown, level: number): string {
  if (Array.isArray(value)) {
    const parts = value.slice(0, MAX_ELEMENTS).map((element) => outline(element, level + 1));
    return `[${[...new Set(parts)].join()}]`;
  }
  if (
    value === null ||
    typeof value !== "object" ||
    Object.getPrototypeOf(value) !== Object.prototype ||
    level > MAX_LEVELS
  ) {
    return level === 1 && typeof value === "string" ? value : "";
  }
  return `{${Object.entries(value)
    .map(([name, inner]) => `${name}:${outline(inner, level + 1)}`)
    .join()}}`;
}
