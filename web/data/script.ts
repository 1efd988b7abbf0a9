/** Writes a database as a script for the real mongosh, which reproduces the same bytes. */
import { deserialize, EJSON, serialize } from "bson";

import { Bytes, fromBase64 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { literal, UnwritableError } from "./literal.js";
import { Bson, part, split } from "./elements.js";

/** The most characters of the script. */
const MAX_TEXT = 64 << 20;
/** Documents per `insertMany`. */
const BATCH = 500;

/** The content of the script, as collected by `web/sandbox/export.ts`; BSON is in Base64. */
export interface Exported {
  /** An exercise's rows, if the code needs them. */
  readonly rows: string | null;
  readonly collections: Held[];
  /** The code after the data. */
  readonly code: string;
}

/** A collection or a view. */
export interface Held {
  readonly db: string;
  readonly name: string;
  readonly view: boolean;
  readonly options: string;
  /** Concatenated index specifications, without that of `_id`. */
  readonly indexes: string;
  readonly documents: string;
  /** Empty if it is not sharded. */
  readonly shardKey: string;
  readonly unique: boolean;
}

/** The script: collections with their options, indexes, shard keys and documents, then the code. */
export function scriptOf({ rows, collections, code }: Exported): string {
  const out = ["// Made with Schema Dojo. Run it with: mongosh <address> <this file>"];
  let size = 0;
  const add = (line: string): void => {
    size += line.length;
    if (size > MAX_TEXT)
      throw new Error(`The database is too large to be exported as a script (more than ${MAX_TEXT >> 20} MB).`);
    out.push(line);
  };
  if (rows !== null) add(`\nconst rows = ${rowsText(fromBase64(rows))};\n`);
  // Views come last, because their sources must exist.
  for (const one of [...collections].sort((a, b) => Number(a.view) - Number(b.view))) addCollection(one, add);
  if (code.trim() !== "") add(collections.length > 0 ? `\n${code}` : code);
  return `${out.join("\n")}\n`;
}

function addCollection(
  { db, name, view, options, indexes, documents, shardKey, unique }: Held,
  add: (line: string) => void,
): void {
  const database = db === "test" ? "db" : `db.getSiblingDB(${JSON.stringify(db)})`;
  const collection = `${database}.getCollection(${JSON.stringify(name)})`;
  add("");
  const given = fromBase64(options);
  add(`${database}.createCollection(${JSON.stringify(name)}${given.length > EMPTY ? `, ${expression(given)}` : ""});`);
  if (view) return;
  for (const index of split(fromBase64(indexes))) {
    const key = part(index, "key");
    if (!key) continue;
    add(`${collection}.createIndex(${expression(key)}, ${expression(without(index, ["key", "v", "ns"]))});`);
  }
  if (shardKey !== "")
    add(`sh.shardCollection(${collection}.getFullName(), ${expression(fromBase64(shardKey))}, ${String(unique)});`);
  addDocuments({ database, name, collection }, split(fromBase64(documents)), add);
}

/** Bytes of an empty document. */
const EMPTY = 5;

/** A collection, and mongosh expressions for it and its database. */
interface Place {
  readonly database: string;
  readonly name: string;
  readonly collection: string;
}

/** Adds statements that insert documents. Most are extended JSON, which mongosh parses fast. */
function addDocuments(
  { database, name, collection }: Place,
  documents: Iterable<Uint8Array>,
  add: (line: string) => void,
): void {
  let batch: string[] = [];
  const flush = (): void => {
    if (batch.length > 0)
      add(`${collection}.insertMany(EJSON.parse(${JSON.stringify(`[${batch.join(",")}]`)}, { relaxed: false }));`);
    batch = [];
  };
  for (const document of documents) {
    const text = canonical(document);
    if (isReadBack(text, document)) {
      batch.push(text);
      if (batch.length === BATCH) flush();
      continue;
    }
    flush();
    try {
      const written = literal(document);
      // insertOne would convert a Map to an object.
      const isMap = written.startsWith("new Map(");
      add(
        isMap
          ? `${database}.runCommand({ insert: ${JSON.stringify(name)}, documents: [${written}] });`
          : `${collection}.insertOne(${written});`,
      );
    } catch (reason) {
      if (!(reason instanceof UnwritableError)) throw reason;
      add(`// Left out, as mongosh cannot write ${reason.message}: ${text}`);
    }
  }
  flush();
}

/** Whether mongosh's extended JSON parser reproduces the same bytes. */
function isReadBack(text: string, document: Uint8Array): boolean {
  try {
    return sameBytes(serialize(EJSON.parse(text, { relaxed: false }) as object), document);
  } catch {
    return false;
  }
}

/** A document as an expression, in whichever form preserves it. */
function expression(document: Uint8Array): string {
  const text = canonical(document);
  return isReadBack(text, document) ? `EJSON.parse(${JSON.stringify(text)}, { relaxed: false })` : literal(document);
}

/** An exercise's rows, with numbers as in a script. */
function rowsText(bytes: Uint8Array): string {
  const text = EJSON.stringify(deserialize(bytes, { promoteLongs: false }), { relaxed: true });
  return sameBytes(serialize(EJSON.parse(text) as object), bytes)
    ? `EJSON.parse(${JSON.stringify(text)})`
    : literal(bytes);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** A document without some of its fields. */
function without(document: Uint8Array, names: readonly string[]): Uint8Array {
  const kept = [...new Bson(document).elements()].filter(({ name }) => !names.includes(name));
  return new Bytes()
    .sized((to) =>
      kept.forEach(({ type, name, start, end }) => to.element(type, name).raw(document.subarray(start, end))),
    )
    .done();
}
