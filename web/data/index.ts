/**
 * Import and export of documents. The page loads this module when data are imported or exported, or a document is
 * edited; `web/src/data.rs` calls it.
 */
import { archived, isArchive } from "./archive.js";
import { joined, toBase64 } from "./bytes.js";
import type { Part } from "./part.js";
import {
  bsonDocuments,
  documentOf,
  guess,
  metadataOf,
  textDocuments,
  type Format,
  type Found,
  type Metadata,
} from "./read.js";
import { scriptOf, type Exported } from "./script.js";

/** The first rejected part: its number, and that of its document; -1 for its options, -2 for its indexes. */
interface Refusal {
  part: number;
  at: number;
  message: string;
}

/** Sends parts, as JSON, to the sandbox to import; returns a {@link Refusal} as JSON, or an empty string. */
type Ask = (parts: string) => Promise<string>;

/** The most bytes of one import: more would exceed a message's limit in Base64. */
const MAX_BYTES = 23_000_000;
const MAX_DOCUMENTS = 500_000;

interface Source {
  /** The file; empty for pasted text. */
  readonly file: string;
  readonly found: readonly Found[];
}

interface Collection {
  readonly sources: Source[];
  metadata?: { readonly file: string; readonly of: Metadata };
}

/** Converts a document from extended JSON to BSON in Base64. */
export function bsonOf(text: string): string {
  return toBase64(documentOf(text));
}

/** Writes the script for mongosh from the sandbox's exported data, as JSON. */
export function script(exported: string): string {
  return scriptOf(JSON.parse(exported) as Exported);
}

/**
 * Imports files, or pasted text without files. The documents of one file are stored in the given collection, those of
 * several in collections named like the files, and those of an archive in the collections that it names.
 *
 * @returns A sentence about the stored data.
 * @throws Error naming the file, the position and the field. Then nothing has been stored.
 */
export async function bringIn(
  files: readonly File[],
  pasted: string,
  collection: string,
  format: string,
  ask: Ask,
): Promise<string> {
  const collections = new Map<string, Collection>();
  const at = (name: string): Collection => {
    const known = collections.get(name) ?? { sources: [] };
    collections.set(name, known);
    return known;
  };
  const base = new Set(files.map(({ name }) => baseName(name)));
  for (const file of files) {
    const own = baseName(file.name);
    try {
      await read(file, format, (name) => at(name ?? (base.size === 1 ? collection || own : own)));
    } catch (reason) {
      throw new Error(`${file.name}: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }
  if (files.length === 0) {
    if (collection === "") throw new Error("Give the collection a name.");
    at(collection).sources.push({ file: "", found: textDocuments(formatOf(format, "", pasted), pasted) });
  }
  checkSizes(collections);
  const refused = await ask(JSON.stringify([...collections].map(([name, one]) => partOf(name, one))));
  if (refused !== "") throw new Error(explained(JSON.parse(refused) as Refusal, [...collections.values()]));
  return [...collections].map(([name, one]) => there(name, one)).join(" ");
}

/** Adds a file's documents; `at` returns the collection for a name, by default that of the file. */
async function read(file: File, format: string, at: (name?: string) => Collection): Promise<void> {
  const name = file.name.replace(/\.gz$/i, "");
  const bytes = await bytesOf(file);
  if (isArchive(bytes)) {
    for (const { collection, metadata, found } of archived(bytes)) {
      const into = at(collection);
      if (found.length > 0) into.sources.push({ file: file.name, found });
      if (metadata) into.metadata = { file: file.name, of: metadata };
    }
    return;
  }
  const into = at();
  if (/\.bson$/i.test(name)) {
    into.sources.push({ file: file.name, found: bsonDocuments(bytes) });
    return;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("not a text in UTF-8");
  }
  if (/\.metadata\.json$/i.test(name)) into.metadata = { file: file.name, of: metadataOf(text) };
  else into.sources.push({ file: file.name, found: textDocuments(formatOf(format, name, text), text) });
}

/** The bytes of a file, decompressed if they are gzipped. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const zipped = first === 0x1f && second === 0x8b;
  const reader = (zipped ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream()).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(pieces);
    pieces.push(value);
    size += value.length;
    if (size <= MAX_BYTES * 3) continue;
    void reader.cancel();
    throw new Error(`more than the ${megabytes(MAX_BYTES * 3)} that a file may have`);
  }
}

function formatOf(chosen: string, name: string, text: string): Format {
  return chosen === "json" || chosen === "lines" || chosen === "csv" ? chosen : guess(name, text);
}

/** The collection of a file: `books` for `books.metadata.json.gz`. */
export function baseName(file: string): string {
  return file.replace(/\.gz$/i, "").replace(/\.metadata\.json$|\.[^.]*$/i, "") || "imported";
}

function checkSizes(collections: ReadonlyMap<string, Collection>): void {
  const found = [...collections.values()].flatMap(({ sources }) => sources.flatMap((source) => source.found));
  const bytes = found.reduce((sum, one) => sum + one.bytes.length, 0);
  for (const { sources, metadata } of collections.values()) {
    const empty = sources.find((source) => source.found.length === 0);
    // A dump may be of an empty collection.
    if (empty && !metadata)
      throw new Error(`${empty.file === "" ? "" : `${empty.file}: `}there are no documents in it`);
  }
  if (found.length > MAX_DOCUMENTS)
    throw new Error(`${found.length} documents are more than the ${MAX_DOCUMENTS} that can be imported at once`);
  if (bytes > MAX_BYTES)
    throw new Error(
      `${megabytes(bytes)} of documents are more than the ${megabytes(MAX_BYTES)} that can be imported at once`,
    );
}

function partOf(collection: string, { sources, metadata }: Collection): Part {
  const documents = joined(sources.flatMap(({ found }) => found.map(({ bytes }) => bytes)));
  return {
    collection,
    documents: toBase64(documents),
    options: metadata ? toBase64(metadata.of.options) : "",
    indexes: toBase64(joined(metadata?.of.indexes ?? [])),
  };
}

function explained({ part, at, message }: Refusal, collections: readonly Collection[]): string {
  const collection = collections[part];
  if (at < 0) return `${collection?.metadata?.file ?? ""}: ${at === -1 ? "options" : "indexes"}: ${message}`;
  let before = at;
  for (const { file, found } of collection?.sources ?? []) {
    const one = found[before];
    if (one) return `${file === "" ? "" : `${file}, `}${one.place}: ${message}`;
    before -= found.length;
  }
  return message;
}

function there(name: string, { sources, metadata }: Collection): string {
  const count = sources.reduce((sum, { found }) => sum + found.length, 0);
  const indexes = metadata?.of.indexes.length ?? 0;
  const documents = count === 1 ? "1 document is in" : `${count} documents are in`;
  return `${documents} ${name}${indexes === 0 ? "" : `, with ${indexes} ${indexes === 1 ? "index" : "indexes"}`}.`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
