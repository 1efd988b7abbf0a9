/** Requests about the database outside of runs. They leave no entries in a run's profile. */
import type { Document } from "bson";

import { fromBase64 } from "../data/bytes.js";
import { canonical } from "../data/canonical.js";
import { Bson } from "../data/elements.js";
import { idOf, readRaw, replaceRaw } from "../data/raw.js";
import type { Engine } from "../shell/engine.js";
import type { CollectionInfo } from "../types/protocol.js";

/** The database that holds an exercise's original rows. */
export const ROWS_DB = "rows";

const OWN_DATABASES = new Set(["admin", "config", "local"]);
/** The most documents in one answer, and their most characters. */
const MAX_PAGE = 1_000;
const MAX_PAGE_TEXT = 16 << 20;
/** Documents per collection whose fields are offered as completions. */
const SAMPLED = 50;
const MAX_FIELDS = 300;
const MAX_DEPTH = 6;

/** All collections of all databases, the learner's first. */
export function collections(engine: Engine): CollectionInfo[] {
  const found: CollectionInfo[] = [];
  for (const db of databases(engine)) {
    for (const info of list(engine, db)) {
      if (info["type"] === "view") {
        found.push({
          db,
          name: String(info["name"]),
          count: count(engine, db, String(info["name"])),
          bytes: 0,
          indexes: 0,
        });
        continue;
      }
      const name = String(info["name"]);
      const stats = engine.tryCommand(db, { collStats: name });
      found.push({
        db,
        name,
        count: number(stats["count"]),
        bytes: number(stats["size"]),
        indexes: number(stats["nindexes"]),
      });
    }
  }
  return found;
}

/** The databases that a learner may have created: `test` first, original rows last. */
export function databases(engine: Engine): string[] {
  const reply = engine.runCommand("admin", { listDatabases: 1, nameOnly: true });
  const names = (reply["databases"] as Document[])
    .map((one) => String(one["name"]))
    .filter((name) => !OWN_DATABASES.has(name));
  const rank = (name: string): number => (name === "test" ? 0 : name === ROWS_DB ? 2 : 1);
  return names.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The entries of `listCollections`, without the database's own. */
export function list(engine: Engine, db: string): Document[] {
  const reply = engine.runCommand(db, { listCollections: 1 });
  const batch = (reply["cursor"] as { firstBatch: Document[] }).firstBatch;
  return batch
    .filter((info) => !String(info["name"]).startsWith("system."))
    .sort((a, b) => (String(a["name"]) < String(b["name"]) ? -1 : 1));
}

/** A page of a collection's documents as canonical extended JSON. */
export function page(
  engine: Engine,
  db: string,
  collection: string,
  skip: number,
  limit: number,
): { total: number; docs: string[] } {
  const total = count(engine, db, collection);
  const wanted = Math.min(Math.max(0, limit), MAX_PAGE);
  const docs: string[] = [];
  if (wanted === 0) return { total, docs };
  let text = 0;
  for (const document of readRaw(engine, db, { find: collection, skip: Math.max(0, skip), limit: wanted })) {
    const one = canonical(document);
    text += one.length;
    if (text > MAX_PAGE_TEXT && docs.length > 0) break;
    docs.push(one);
  }
  return { total, docs };
}

/** Replaces a document, unless it has changed in the meantime. Both are BSON in Base64. */
export function edit(engine: Engine, db: string, collection: string, before: string, after: string): void {
  const [was, is] = [fromBase64(before), fromBase64(after)];
  const [first] = new Bson(is).elements();
  // An update would take the document for an operator expression.
  if (first?.name.startsWith("$"))
    throw new Error(`A document cannot begin with the field ${first.name} here: it is the name of an operator.`);
  const id = idOf(was);
  const now = id && [...readRaw(engine, db, { find: collection, limit: 1 }, id)][0];
  if (!id || !now) throw new Error("The document no longer exists.");
  if (canonical(now) !== canonical(was))
    throw new Error("The document has changed in the meantime. Open it again before you edit it.");
  if (!sameBytes(now, was)) {
    throw new Error(
      "Extended JSON cannot write all of this document (a field looks like one of its own names, such as $oid). Change it with an update.",
    );
  }
  const refused = replaceRaw(engine, db, collection, id, is);
  if (refused) throw new Error(refused.message);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Names in the data, for the editor's completion. */
export function vocabulary(engine: Engine): {
  collections: string[];
  fields: Record<string, string[]>;
  rows: string[];
} {
  const names = list(engine, "test").map((info) => String(info["name"]));
  const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const db of databases(engine)) {
    for (const info of list(engine, db)) {
      const name = String(info["name"]);
      const paths = new Set<string>(fields[name]);
      for (const document of read(engine, db, { find: name, limit: SAMPLED })) addPaths(document, "", 0, paths);
      fields[name] = [...paths].sort();
    }
  }
  return { collections: names, fields, rows: list(engine, ROWS_DB).map((info) => String(info["name"])) };
}

function addPaths(value: Document, prefix: string, depth: number, paths: Set<string>): void {
  for (const [name, part] of Object.entries(value)) {
    if (paths.size >= MAX_FIELDS) return;
    const path = prefix + name;
    paths.add(path);
    if (depth >= MAX_DEPTH) continue;
    for (const inner of Array.isArray(part) ? part.slice(0, 5) : [part]) {
      if (isPlain(inner)) addPaths(inner, `${path}.`, depth + 1, paths);
    }
  }
}

function isPlain(value: unknown): value is Document {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** All documents of a find, from all batches. */
export function* read(engine: Engine, db: string, find: Document): Generator<Document> {
  let reply = engine.runCommand(db, find);
  for (;;) {
    const cursor = reply["cursor"] as { id: { toString(): string }; firstBatch?: Document[]; nextBatch?: Document[] };
    yield* cursor.firstBatch ?? cursor.nextBatch ?? [];
    if (String(cursor.id) === "0") return;
    reply = engine.runCommand(db, { getMore: cursor.id, collection: find["find"] });
  }
}

function count(engine: Engine, db: string, collection: string): number {
  return number(engine.tryCommand(db, { count: collection })["n"]);
}

function number(value: unknown): number {
  const given = Number(value ?? 0);
  return Number.isFinite(given) ? given : 0;
}
