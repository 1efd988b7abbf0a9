/** Reads documents from files: extended JSON, JSON lines, CSV, and mongodump's BSON and metadata. */
import { csvDocuments, type Found } from "./csv.js";
import { Bson, DamagedError, Type } from "./elements.js";
import { toBson } from "./extended.js";
import { JsonFault, JsonReader, type Json } from "./json.js";

export type { Found } from "./csv.js";

/** The most levels of a document; a server allows no more than 200. */
const MAX_LEVELS = 200;

/** The format of a text. */
export type Format = "json" | "lines" | "csv";

/** mongodump's metadata of a collection. */
export interface Metadata {
  /** Options of `create`. */
  readonly options: Uint8Array;
  /** Index specifications, without that of `_id`. */
  readonly indexes: readonly Uint8Array[];
}

/** Guesses the format from a file's name and content. */
export function guess(name: string, text: string): Format {
  if (/\.csv$/i.test(name)) return "csv";
  if (/\.(jsonl|ndjson)$/i.test(name)) return "lines";
  const trimmed = text.replace(/^\ufeff/, "").trimStart();
  if (trimmed.startsWith("[")) return "json";
  if (!trimmed.startsWith("{")) return /\.json$/i.test(name) ? "json" : "csv";
  // A document spread over several lines is incomplete at the end of its first line.
  const end = trimmed.indexOf("\n");
  if (end < 0 || trimmed.slice(end).trim() === "") return "json";
  try {
    JSON.parse(trimmed.slice(0, end));
    return "lines";
  } catch {
    return "json";
  }
}

/**
 * Reads the documents of a text.
 * @throws Error naming the line, and the field if there is one.
 */
export function textDocuments(format: Format, text: string): Found[] {
  if (format === "csv") return csvDocuments(text);
  const reader = new JsonReader(text);
  const found: Found[] = [];
  const lines = new Lines(text);
  const add = (json: Json): void => void found.push({ bytes: toBson(json), place: `line ${lines.of(json.at)}` });
  try {
    if (format === "lines") readLines(text, add);
    else if (reader.take("[")) reader.items(() => add(reader.value()));
    else add(reader.value());
    if (format === "json") reader.end();
  } catch (reason) {
    throw placed(reason, lines);
  }
  return found;
}

/**
 * Reads one document in extended JSON.
 * @throws Error naming the line and the field.
 */
export function documentOf(text: string): Uint8Array {
  const reader = new JsonReader(text);
  try {
    const json = reader.value();
    reader.end();
    return toBson(json);
  } catch (reason) {
    throw placed(reason, new Lines(text));
  }
}

/**
 * Reads mongodump's file of a collection: concatenated documents.
 * @throws Error naming the byte, and the field if there is one.
 */
export function bsonDocuments(bytes: Uint8Array): Found[] {
  const bson = new Bson(bytes);
  const found: Found[] = [];
  for (let at = 0; at < bytes.length;) {
    const one = documentAt(bson, at, `document ${found.length + 1} at byte ${at}`);
    found.push(one);
    at += one.bytes.length;
  }
  return found;
}

/**
 * The document at an offset, completely validated.
 * @throws Error naming the position, and the field if there is one.
 */
export function documentAt(bson: Bson, at: number, place: string): Found {
  const path: string[] = [];
  try {
    const end = bson.documentEnd(at);
    look(bson, at, path);
    return { bytes: bson.bytes.subarray(at, end), place };
  } catch (reason) {
    if (!(reason instanceof DamagedError)) throw reason;
    const field = path.length > 0 ? `, in field "${path.join(".")}"` : "";
    throw new Error(`${place}${field}: damaged or cut off, ${reason.message}`);
  }
}

/** Validates a document recursively; `path` is the current field. */
function look(bson: Bson, start: number, path: string[]): void {
  for (const { type, name, start: at } of bson.elements(start)) {
    const isScoped = type === Type.codeWithScope;
    if (type !== Type.document && type !== Type.array && !isScoped) continue;
    path.push(name);
    if (path.length > MAX_LEVELS) throw new DamagedError(at, `more than ${MAX_LEVELS} levels`);
    look(bson, isScoped ? at + 8 + bson.view.getInt32(at + 4, true) : at, path);
    path.pop();
  }
}

/**
 * Reads `books.metadata.json`.
 * @throws Error naming the line.
 */
export function metadataOf(text: string): Metadata {
  const reader = new JsonReader(text);
  try {
    const json = reader.value();
    reader.end();
    const fields = new Map(json.is === "object" ? json.fields : []);
    const [options, indexes] = [fields.get("options"), fields.get("indexes")];
    const specs = indexes?.is === "array" ? indexes.items : [];
    const isOfId = (spec: Json): boolean =>
      spec.is === "object" &&
      spec.fields.some(([name, value]) => name === "name" && value.is === "string" && value.text === "_id_");
    const empty: Json = { at: 0, is: "object", fields: [] };
    return { options: toBson(options ?? empty), indexes: specs.filter((spec) => !isOfId(spec)).map(withoutPast) };
  } catch (reason) {
    throw placed(reason, new Lines(text));
  }
}

/** An index specification without `ns`, which servers before 4.4 wrote and newer ones reject. */
function withoutPast(spec: Json): Uint8Array {
  return toBson(spec.is === "object" ? { ...spec, fields: spec.fields.filter(([name]) => name !== "ns") } : spec);
}

function readLines(text: string, add: (json: Json) => void): void {
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    if (text.slice(at, end).replace("\ufeff", "").trim() !== "") {
      // Only up to the line's end, so that the next line cannot complete a truncated document.
      const reader = new JsonReader(text.slice(0, end), at);
      add(reader.value());
      reader.end();
    }
    at = end + 1;
  }
}

/** The lines of a text. */
class Lines {
  #line = 1;
  #at = 0;

  constructor(private readonly text: string) {}

  /** The number of a position's line. Positions must be ascending over all calls. */
  of(at: number): number {
    for (
      let next = this.text.indexOf("\n", this.#at);
      next >= 0 && next < at;
      next = this.text.indexOf("\n", this.#at)
    ) {
      this.#line++;
      this.#at = next + 1;
    }
    return this.#line;
  }
}

function placed(reason: unknown, lines: Lines): unknown {
  return reason instanceof JsonFault ? new Error(`line ${lines.of(reason.at)}: ${reason.message}`) : reason;
}
