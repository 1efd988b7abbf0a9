/** The shape of collections, inferred from sampled documents, for the schema diagram. */
import { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp, type Document } from "bson";

import type { Engine } from "../shell/engine.js";
import { list } from "./documents.js";

/** Documents sampled per collection: this many from its start, and from its middle. */
const SAMPLED = 100;
/** Limits of the diagram. */
const MAX_COLLECTIONS = 12;
const MAX_FIELDS = 40;
const MAX_DEPTH = 4;
/** Values of a field that are looked up among other collections' ids, and the share that must be found. */
const MAX_VALUES = 30;
const MOST_FOUND = 0.8;
/** The most elements of an array that are read. */
const MAX_ELEMENTS = 20;

/** A field of the sampled documents. */
export interface Field {
  name: string;
  /** Types in order of frequency. */
  types: string[];
  /** Share of the documents that have the field. */
  share: number;
  /** Typical and greatest number of elements, if it is an array. */
  length: [number, number] | null;
  /** The fields of embedded documents, or of an array's elements. */
  fields: Field[];
  /** The collection that it references. */
  refers: string | null;
}

/** One collection. */
export interface Shape {
  name: string;
  count: number;
  bytes: number;
  indexes: { key: string; unique: boolean; bytes: number }[];
  fields: Field[];
}

/** Statistics of a field, collected while sampling. */
interface Seen {
  types: Map<string, number>;
  count: number;
  lengths: number[];
  values: Map<string, unknown>;
  fields: Map<string, Seen>;
}

/** The shapes of a database's collections. */
export function schemaOf(engine: Engine, db: string): Shape[] {
  const infos = list(engine, db).filter((info) => info["type"] === "collection");
  const names = infos.map((info) => String(info["name"])).slice(0, MAX_COLLECTIONS);
  return names.map((name) => {
    const stats = engine.tryCommand(db, { collStats: name });
    const count = Number(stats["count"] ?? 0);
    const root = seen();
    const documents = sample(engine, db, name, count);
    for (const document of documents) addDocument(root, document, 0);
    const others = names.filter((other) => other !== name);
    return {
      name,
      count,
      bytes: Number(stats["size"] ?? 0),
      indexes: indexes(engine, db, name, (stats["indexSizes"] ?? {}) as Document),
      fields: fieldsOf(root, documents.length, (field, values) =>
        referencedCollection(engine, db, others, field, values),
      ),
    };
  });
}

function sample(engine: Engine, db: string, collection: string, count: number): Document[] {
  const find = (skip: number): Document[] => {
    const reply = engine.tryCommand(db, { find: collection, skip, limit: SAMPLED, batchSize: SAMPLED });
    return ((reply["cursor"] as Document | undefined)?.["firstBatch"] ?? []) as Document[];
  };
  return count > 2 * SAMPLED
    ? [...find(0), ...find(Math.floor(count / 2))]
    : [...find(0), ...(count > SAMPLED ? find(SAMPLED) : [])];
}

function indexes(engine: Engine, db: string, collection: string, sizes: Document): Shape["indexes"] {
  const reply = engine.tryCommand(db, { listIndexes: collection });
  const batch = ((reply["cursor"] as Document | undefined)?.["firstBatch"] ?? []) as Document[];
  return batch.map((index) => ({
    key: keyText(index["key"] as Document),
    unique: index["unique"] === true,
    bytes: Number(sizes[String(index["name"])] ?? 0),
  }));
}

/** A key pattern as written in a script. */
export function keyText(key: Document): string {
  const name = (field: string): string => (/^[A-Za-z_$][\w$]*$/.test(field) ? field : JSON.stringify(field));
  return `{ ${Object.entries(key)
    .map(([field, way]) => `${name(field)}: ${typeof way === "string" ? JSON.stringify(way) : String(way)}`)
    .join(", ")} }`;
}

function seen(): Seen {
  return { types: new Map(), count: 0, lengths: [], values: new Map(), fields: new Map() };
}

function addDocument(into: Seen, document: Document, depth: number): void {
  for (const [name, value] of Object.entries(document)) {
    const field = into.fields.get(name) ?? seen();
    into.fields.set(name, field);
    field.count += 1;
    lookAt(field, value, depth);
  }
}

function lookAt(field: Seen, value: unknown, depth: number): void {
  if (Array.isArray(value)) {
    note(field.types, "array");
    field.lengths.push(value.length);
    for (const element of value.slice(0, MAX_ELEMENTS) as unknown[]) lookAt(field, element, depth);
    return;
  }
  const type = typeOf(value);
  note(field.types, type);
  if (type === "object") {
    if (depth < MAX_DEPTH) addDocument(field, value as Document, depth + 1);
  } else if (field.values.size < MAX_VALUES && type !== "null" && type !== "bool") {
    field.values.set(`${type} ${String(value)}`, value);
  }
}

function note(types: Map<string, number>, type: string): void {
  types.set(type, (types.get(type) ?? 0) + 1);
}

/** The name of a value's type, as for `$type`. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "double";
  if (typeof value === "bigint" || value instanceof Long) return "long";
  if (value instanceof Date) return "date";
  if (value instanceof RegExp) return "regex";
  if (value instanceof ObjectId) return "objectId";
  if (value instanceof Int32) return "int";
  if (value instanceof Double) return "double";
  if (value instanceof Decimal128) return "decimal";
  if (value instanceof Binary) return "binData";
  if (value instanceof Timestamp) return "timestamp";
  const kind = (value as { _bsontype?: unknown })._bsontype;
  return typeof kind === "string" ? kind : "object";
}

type Refer = (field: string, values: ReadonlyMap<string, unknown>) => string | null;

function fieldsOf(from: Seen, documents: number, refer: Refer): Field[] {
  return [...from.fields].slice(0, MAX_FIELDS).map(([name, field]) => {
    const types = [...field.types].sort((a, b) => b[1] - a[1]).map(([type]) => type);
    const lengths = field.lengths.sort((a, b) => a - b);
    const inner = field.types.get("object") ?? 0;
    return {
      name,
      types,
      share: documents === 0 ? 0 : field.count / documents,
      length: lengths.length > 0 ? [lengths[lengths.length >> 1] ?? 0, lengths.at(-1) ?? 0] : null,
      fields: inner > 0 ? fieldsOf(field, inner, refer) : [],
      refers: refer(name, field.values),
    };
  });
}

/**
 * The collection that a field references. Numbers are references only if the names agree, because most numbers lie in
 * any range of ids.
 */
function referencedCollection(
  engine: Engine,
  db: string,
  others: readonly string[],
  field: string,
  values: ReadonlyMap<string, unknown>,
): string | null {
  if (values.size === 0) return null;
  const all = [...values.values()];
  const hasObjectIds = all.some((value) => value instanceof ObjectId);
  for (const other of others.toSorted((a, b) => Number(isNamedAfter(field, b)) - Number(isNamedAfter(field, a)))) {
    if (
      !hasObjectIds &&
      !isNamedAfter(field, other) &&
      (all.some((value) => typeof value !== "string") || all.length < 3)
    )
      continue;
    const reply = engine.tryCommand(db, { count: other, query: { _id: { $in: all } } });
    if (Number(reply["n"] ?? 0) >= MOST_FOUND * all.length) return other;
  }
  return null;
}

/** Whether a field is named after a collection: `book`, `bookId`, `book_ids` after `books`. */
function isNamedAfter(field: string, collection: string): boolean {
  const stem = (name: string): string =>
    name
      .toLowerCase()
      .replace(/_?ids?$/, "")
      .replace(/(ies|y)$/, "i")
      .replace(/e?s$/, "");
  const [a, b] = [stem(field), stem(collection)];
  return a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
}
