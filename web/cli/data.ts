/// <reference types="node" />
/** Reads data for a database from files: extended JSON, JSON lines, or mongodump's BSON. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";

import { insertRaw } from "../data/raw.js";
import { bsonDocuments, textDocuments, type Format, type Found } from "../data/read.js";
import { toBson } from "../data/extended.js";
import { JsonFault, JsonReader } from "../data/json.js";
import type { Engine } from "../shell/engine.js";
import { UsageError } from "./usage.js";

/** Documents by collection, as BSON. */
export type Data = Map<string, Uint8Array[]>;

/** mongodump's other files. */
const BESIDE = /\.metadata\.json$|[/\\]prelude\.json$/;
const READABLE = "only .json, .jsonl, .ndjson and .bson files can be read";

/**
 * Reads a file or all files of a folder. `books.json` contains an array of documents of `books`, or an object of arrays
 * by collection; `books.jsonl` one document per line; `books.bson` concatenated documents. Types are preserved.
 *
 * @throws UsageError naming the file, and the line if there is one.
 */
export function readData(path: string): Data {
  const data: Data = new Map();
  const isFolder = statSync(path).isDirectory();
  const files = isFolder ? entriesOf(path, "isFile").map((name) => join(path, name)) : [path];
  for (const file of files) {
    const collection = basename(file, extname(file));
    switch (extname(file)) {
      case ".json":
        if (!BESIDE.test(file)) readJson(file, collection, data);
        break;
      case ".jsonl":
      case ".ndjson":
        add(data, collection, readText(file, "lines"));
        break;
      case ".bson":
        add(
          data,
          collection,
          from(file, () => bsonDocuments(readFileSync(file))),
        );
        break;
      default:
        if (!isFolder) throw new UsageError(`${file}: ${READABLE}`);
    }
  }
  return data;
}

/**
 * Reads and stores a file or a folder, as {@link readData} does; in mongodump's output, each folder is a database.
 *
 * @throws UsageError naming the file, or a folder without files.
 */
export function storeFiles(engine: Engine, database: string, path: string): void {
  const databases: [string, Data][] = [[database, readData(path)]];
  if (statSync(path).isDirectory()) {
    for (const name of entriesOf(path, "isDirectory")) databases.push([name, readData(join(path, name))]);
    if (databases.every(([, data]) => data.size === 0)) throw new UsageError(`${path}: ${READABLE}`);
  }
  for (const [name, data] of databases) store(engine, name, data);
}

/** The names of the files, or of the folders, in a folder. */
function entriesOf(folder: string, is: "isFile" | "isDirectory"): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry[is]());
  return entries.map(({ name }) => name).sort();
}

/** Stores documents with their types. */
export function store(engine: Engine, database: string, data: Data): void {
  for (const [collection, documents] of data) {
    const refused = insertRaw(engine, database, collection, documents);
    if (refused) throw new UsageError(`${collection}: ${refused.message}`);
  }
}

/** Parses an object of arrays: documents by collection. */
export function parseData(text: string, file: string): Data {
  const data: Data = new Map();
  try {
    const reader = new JsonReader(text);
    const value = reader.value();
    reader.end();
    if (value.is !== "object") throw new JsonFault(value.at, "expected an object of arrays by collection");
    for (const [name, documents] of value.fields) {
      if (documents.is !== "array") throw new JsonFault(documents.at, `${name}: expected an array of documents`);
      add(data, name, documents.items.map(toBson));
    }
  } catch (reason) {
    if (!(reason instanceof JsonFault)) throw reason;
    throw new UsageError(`${file}: line ${text.slice(0, reason.at).split("\n").length} of the data: ${reason.message}`);
  }
  return data;
}

function readJson(file: string, collection: string, data: Data): void {
  const text = readFileSync(file, "utf8");
  if (/^\ufeff?\s*\[/.test(text)) add(data, collection, readText(file, "json"));
  else for (const [name, documents] of parseData(text, file)) add(data, name, documents);
}

function readText(file: string, format: Format): Uint8Array[] {
  return from(file, () => textDocuments(format, readFileSync(file, "utf8")));
}

/** Runs `read`; an error's message starts with the file's name. */
function from(file: string, read: () => Found[]): Uint8Array[] {
  try {
    return read().map(({ bytes }) => bytes);
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new UsageError(`${file}${/^line \d/.test(message) ? `:${message.slice("line ".length)}` : `: ${message}`}`);
  }
}

function add(data: Data, collection: string, documents: readonly Uint8Array[]): void {
  data.set(collection, [...(data.get(collection) ?? []), ...documents]);
}
