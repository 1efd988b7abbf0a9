/**
 * Advice on indexes: explains a statement with hypothetical indexes on the learner's data and reports those that help.
 * Candidates follow the rule equality, sort, range
 * (<https://www.mongodb.com/docs/manual/tutorial/equality-sort-range-guideline/>). Each is actually created, on an
 * engine restored to a snapshot, and the statement explained there.
 */
import type { Document } from "bson";

import type { Engine } from "../shell/engine.js";
import { keyText, typeOf } from "./schema.js";

/** The most proposals shown, candidates tried, and fields per candidate. */
const MAX_PROPOSALS = 3;
const MAX_CANDIDATES = 10;
const MAX_FIELDS = 4;
/** The least share of the work that a proposal must save. */
const MIN_SAVING = 0.2;
/** The cost of examining an index entry, relative to a document. */
const KEY_WEIGHT = 0.5;
/** Milliseconds after which no more candidates are tried: indexing a large collection takes long. */
const MAX_MILLIS = 3_000;
/** The name of the candidate index. */
const TRIAL = "advice_trial";

// Saved before a script can replace it.
const clock = performance.now.bind(performance);

/** A statement of the last run that has a plan. */
export interface Planned {
  db: string;
  command: Document;
}

/** The numbers of keys and documents that a plan examined. */
export interface Figures {
  returned: number;
  documents: number;
  keys: number;
  /** Whether it sorts in memory. */
  sorts: boolean;
  /** Stages from the root: `FETCH`, `IXSCAN` … */
  stages: string[];
}

/** An index that would help. */
export interface Proposal {
  key: Document;
  text: string;
  with: Figures;
  /** Size on this data, and entries per document. */
  bytes: number;
  entries: number;
}

export interface Advice {
  collection: string;
  now: Figures | null;
  proposals: Proposal[];
  /** Indexes that could be dropped, with the reason. */
  spare: { name: string; why: string }[];
}

/** The fields of a statement, grouped by how an index can serve them. */
interface Wanted {
  equal: string[];
  range: string[];
  sort: [string, 1 | -1][];
  returned: string[];
}

/** Advice on a statement. `viewer` holds the data and may be modified; `engine` knows which indexes were used. */
export function advise(engine: Engine, viewer: Engine, { db, command }: Planned): Advice {
  const collection = String(Object.values(command)[0]);
  const now = figures(viewer, db, command);
  const advice: Advice = { collection, now, proposals: [], spare: spare(engine, db, collection) };
  if (!now || !improvable(now)) return advice;
  const wanted = wantedOf(command);
  const existing = new Set(indexes(viewer, db, collection).map((index) => JSON.stringify(index["key"])));
  const tried: Proposal[] = [];
  const end = clock() + MAX_MILLIS;
  for (const key of candidates(wanted)) {
    if (clock() > end) break;
    if (existing.has(JSON.stringify(key))) continue;
    const proposal = attempt(viewer, db, collection, command, key);
    if (proposal && score(proposal.with) <= (1 - MIN_SAVING) * score(now)) tried.push(proposal);
  }
  tried.sort((a, b) => score(a.with) - score(b.with) || Object.keys(a.key).length - Object.keys(b.key).length);
  for (const one of tried) {
    // More fields for the same work make no proposal.
    const better = advice.proposals.some(
      (kept) => score(kept.with) <= score(one.with) && Object.keys(kept.key).length <= Object.keys(one.key).length,
    );
    if (!better && advice.proposals.length < MAX_PROPOSALS) advice.proposals.push(one);
  }
  return advice;
}

/** Explains a statement; null if its explain output has no figures. */
export function figures(engine: Engine, db: string, command: Document): Figures | null {
  const answer = engine.tryCommand(db, { explain: command, verbosity: "executionStats" });
  const first = ((answer["stages"] as Document[] | undefined)?.[0]?.["$cursor"] ?? answer) as Document;
  const stats = first["executionStats"] as Document | undefined;
  if (answer["ok"] !== 1 || !stats || stats["executionStages"] === undefined) return null;
  const stages: string[] = [];
  walk(stats["executionStages"] as Document, (node) => stages.push(String(node["stage"])));
  const later = ((answer["stages"] ?? []) as Document[]).some((stage) => "$sort" in stage);
  return {
    returned: Number(stats["nReturned"]),
    documents: Number(stats["totalDocsExamined"]),
    keys: Number(stats["totalKeysExamined"]),
    sorts: later || stages.includes("SORT"),
    stages,
  };
}

function walk(node: Document, visit: (node: Document) => void): void {
  visit(node);
  const inputs = [node["inputStage"], ...((node["inputStages"] ?? []) as unknown[])].filter(
    (one) => typeof one === "object" && one !== null,
  );
  for (const input of inputs) walk(input as Document, visit);
}

/** Whether an index might help: a scan, an in-memory sort, or documents examined in vain. */
function improvable({ stages, sorts, documents, returned }: Figures): boolean {
  return stages.includes("COLLSCAN") || sorts || documents > 2 * Math.max(returned, 1);
}

/** The work of a plan; a sort counts as examining each row once more. */
function score({ documents, keys, sorts, returned }: Figures): number {
  return documents + KEY_WEIGHT * keys + (sorts ? Math.max(returned, documents) : 0);
}

function attempt(viewer: Engine, db: string, collection: string, command: Document, key: Document): Proposal | null {
  const built = viewer.tryCommand(db, { createIndexes: collection, indexes: [{ key, name: TRIAL }] });
  if (built["ok"] !== 1) return null;
  try {
    const found = figures(viewer, db, command);
    if (!found || !usesTrial(viewer, db, command)) return null;
    const stats = viewer.tryCommand(db, { collStats: collection });
    const entries = Number(
      ((viewer.tryCommand(db, { validate: collection })["keysPerIndex"] ?? {}) as Document)[TRIAL] ?? 0,
    );
    return {
      key,
      text: keyText(key),
      with: found,
      bytes: Number(((stats["indexSizes"] ?? {}) as Document)[TRIAL] ?? 0),
      entries: entries / Math.max(1, Number(stats["count"] ?? 0)),
    };
  } finally {
    viewer.tryCommand(db, { dropIndexes: collection, index: TRIAL });
  }
}

function usesTrial(viewer: Engine, db: string, command: Document): boolean {
  const answer = viewer.tryCommand(db, { explain: command, verbosity: "queryPlanner" });
  const first = ((answer["stages"] as Document[] | undefined)?.[0]?.["$cursor"] ?? answer) as Document;
  let uses = false;
  const plan = (first["queryPlanner"] as Document | undefined)?.["winningPlan"] as Document | undefined;
  if (plan) walk(plan, (node) => (uses ||= node["indexName"] === TRIAL));
  return uses;
}

/** The fields that a statement needs in an index. */
export function wantedOf(command: Document): Wanted {
  const [name] = Object.keys(command);
  const wanted: Wanted = { equal: [], range: [], sort: [], returned: [] };
  let filter: unknown = command["filter"] ?? command["query"];
  let sort: unknown = command["sort"];
  let projection: unknown = command["projection"];
  if (name === "aggregate") {
    const pipeline = (command["pipeline"] ?? []) as Document[];
    let at = 0;
    const parts: unknown[] = [];
    for (; pipeline[at]?.["$match"] !== undefined; at++) parts.push(pipeline[at]?.["$match"]);
    filter = { $and: parts };
    sort = pipeline[at]?.["$sort"];
    projection = undefined;
  }
  const [statement] = (command["updates"] ?? command["deletes"] ?? []) as Document[];
  if (statement) filter = statement["q"];
  if (isPlain(filter)) conditions(filter, "", wanted);
  if (isPlain(sort))
    for (const [field, way] of Object.entries(sort))
      if (Number(way) === 1 || Number(way) === -1) wanted.sort.push([field, Number(way) as 1 | -1]);
  if (isPlain(projection)) {
    const entries = Object.entries(projection);
    const included = entries.filter(([, value]) => value === 1 || value === true).map(([field]) => field);
    if (included.length > 0 && entries.some(([field, value]) => field === "_id" && Number(value) === 0))
      wanted.returned = included;
  }
  return wanted;
}

function conditions(filter: Document, prefix: string, wanted: Wanted): void {
  for (const [field, value] of Object.entries(filter)) {
    if (field === "$and" && Array.isArray(value))
      for (const part of value as unknown[]) if (isPlain(part)) conditions(part, prefix, wanted);
    if (field.startsWith("$")) continue;
    const path = prefix + field;
    if (!isPlain(value) || !Object.keys(value).some((key) => key.startsWith("$"))) {
      wanted[value instanceof RegExp ? "range" : "equal"].push(path);
      continue;
    }
    const inner = value["$elemMatch"];
    if (isPlain(inner) && !Object.keys(inner).some((key) => key.startsWith("$"))) conditions(inner, `${path}.`, wanted);
    else if ("$eq" in value || (Array.isArray(value["$in"]) && value["$in"].length <= 10)) wanted.equal.push(path);
    else if (
      ["$gt", "$gte", "$lt", "$lte", "$in", "$regex", "$exists", "$elemMatch"].some((operator) => operator in value)
    )
      wanted.range.push(path);
  }
}

/** Key patterns to try, by the rule equality, sort, range, and shorter ones. */
export function candidates({ equal, range, sort, returned }: Wanted): Document[] {
  const up = (fields: readonly string[]): [string, 1 | -1][] => fields.map((field) => [field, 1]);
  const rows: [string, 1 | -1][][] = [
    [...up(equal), ...sort, ...up(range)],
    [...up(equal), ...sort],
    [...up(equal), ...up(range.slice(0, 1)), ...sort],
    [...up(equal), ...up(range.slice(0, 1))],
    up(equal),
    sort,
    ...equal.map((field) => up([field])),
    ...range.map((field) => up([field])),
  ];
  if (returned.length > 0 && returned.length <= 3)
    rows.splice(1, 0, [...up(equal), ...sort, ...up(range), ...up(returned)]);
  const found = new Map<string, Document>();
  for (const row of rows) {
    const ordered: Document = {};
    for (const [field, way] of row) ordered[field] ??= sort.find(([name]) => name === field)?.[1] ?? way;
    const names = Object.keys(ordered);
    if (names.length === 0 || names.length > MAX_FIELDS || names[0] === "_id") continue;
    found.set(JSON.stringify(ordered), ordered);
  }
  return [...found.values()].slice(0, MAX_CANDIDATES);
}

/** Indexes that another index makes redundant, or that no statement of the run used. */
function spare(engine: Engine, db: string, collection: string): Advice["spare"] {
  const all = indexes(engine, db, collection).filter((index) => index["name"] !== "_id_");
  const used = new Map<string, number>();
  const stats = engine.tryCommand(db, { aggregate: collection, pipeline: [{ $indexStats: {} }], cursor: {} });
  for (const one of ((stats["cursor"] as Document | undefined)?.["firstBatch"] ?? []) as Document[]) {
    used.set(String(one["name"]), Number((one["accesses"] as Document | undefined)?.["ops"] ?? 0));
  }
  const found: Advice["spare"] = [];
  for (const index of all) {
    const name = String(index["name"]);
    // Indexes with these options also constrain or delete documents.
    if (["unique", "expireAfterSeconds", "partialFilterExpression", "sparse"].some((option) => option in index))
      continue;
    const longer = all.find(
      (other) =>
        other !== index &&
        isPrefix(index["key"] as Document, other["key"] as Document) &&
        !("partialFilterExpression" in other) &&
        !("sparse" in other),
    );
    if (longer)
      found.push({
        name,
        why: `${keyText(longer["key"] as Document)} begins with the same fields and serves the same queries`,
      });
    else if (used.get(name) === 0) found.push({ name, why: "no statement of this run used it" });
  }
  return found;
}

function isPrefix(short: Document, long: Document): boolean {
  const [a, b] = [Object.entries(short), Object.entries(long)];
  return (
    a.length < b.length && a.every(([field, way], at) => b[at]?.[0] === field && Number(b[at]?.[1]) === Number(way))
  );
}

function indexes(engine: Engine, db: string, collection: string): Document[] {
  const reply = engine.tryCommand(db, { listIndexes: collection });
  return ((reply["cursor"] as Document | undefined)?.["firstBatch"] ?? []) as Document[];
}

function isPlain(value: unknown): value is Document {
  return typeof value === "object" && value !== null && !Array.isArray(value) && typeOf(value) === "object";
}
