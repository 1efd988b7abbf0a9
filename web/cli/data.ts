/// <reference types="node" />
/** Data for a database, read from files: extended JSON, JSON lines, or the BSON of mongodump. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";

import { EJSON, type Document } from "bson";

import { decode } from "../shell/decode.js";
import type { Engine } from "../shell/engine.js";
import { UsageError } from "./usage.js";

/** Documents by collection. */
export type Data = Map<string, Document[]>;

/** Documents that one `insert` command carries. */
const BATCH = 1000;

/**
 * Reads a file or all files of a folder. `books.json` holds an array of documents of `books`, or an object of arrays
 * by collection; `books.jsonl` a document a line; `books.bson` documents one after the other. Types are kept.
 *
 * @throws UsageError naming the file, and the line where there is one.
 */
export function readData(path: string): Data {
  const data: Data = new Map();
  const files = statSync(path).isDirectory() ? readdirSync(path).sort().map((name) => join(path, name)) : [path];
  for (const file of files) {
    const collection = basename(file, extname(file));
    switch (extname(file)) {
      case ".json":
        if (!file.endsWith(".metadata.json")) readJson(file, collection, data);
        break;
      case ".jsonl":
      case ".ndjson":
        add(data, collection, readLines(file));
        break;
      case ".bson":
        add(data, collection, readBson(file));
        break;
      default:
        if (files.length === 1) throw new UsageError(`${file}: only .json, .jsonl, .ndjson and .bson files can be read`);
    }
  }
  return data;
}

/** Stores documents, with their types as they are. */
export function store(engine: Engine, database: string, data: Data): void {
  for (const [collection, documents] of data) {
    for (let from = 0; from < documents.length; from += BATCH) {
      const reply = engine.runCommand(database, { insert: collection, documents: documents.slice(from, from + BATCH) });
      const [fault] = (reply["writeErrors"] ?? []) as { errmsg: string }[];
      if (fault) throw new UsageError(`${collection}: ${fault.errmsg}`);
    }
  }
}

/** Documents by collection, from the text of an object of arrays. */
export function parseData(text: string, file: string): Data {
  const value = parse(text, file);
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new UsageError(`${file}: expected an object of arrays by collection`);
  const data: Data = new Map();
  for (const [name, documents] of Object.entries(value)) add(data, name, asDocuments(documents, `${file}: ${name}`));
  return data;
}

function readJson(file: string, collection: string, data: Data): void {
  const text = readFileSync(file, "utf8");
  if (text.trimStart().startsWith("[")) add(data, collection, asDocuments(parse(text, file), file));
  else for (const [name, documents] of parseData(text, file)) add(data, name, documents);
}

function readLines(file: string): Document[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const documents = lines.flatMap((line, at) => (line.trim() === "" ? [] : [parse(line, `${file}:${at + 1}`)]));
  return asDocuments(documents, file);
}

function readBson(file: string): Document[] {
  const bytes = readFileSync(file);
  const documents: Document[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = at + 4 <= bytes.length ? bytes.readInt32LE(at) : 0;
    if (size < 5 || at + size > bytes.length) throw new UsageError(`${file}: the document at byte ${at} is cut or damaged`);
    documents.push(decode(bytes.subarray(at, at + size)));
    at += size;
  }
  return documents;
}

function parse(text: string, place: string): unknown {
  try {
    return EJSON.parse(text, { relaxed: false }) as unknown;
  } catch (error) {
    throw new UsageError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function asDocuments(value: unknown, place: string): Document[] {
  const isDocument = (one: unknown): one is Document => one !== null && typeof one === "object" && !Array.isArray(one);
  if (Array.isArray(value) && value.every(isDocument)) return value;
  throw new UsageError(`${place}: expected an array of documents`);
}

function add(data: Data, collection: string, documents: readonly Document[]): void {
  const known = data.get(collection);
  if (known) known.push(...documents);
  else data.set(collection, [...documents]);
}
