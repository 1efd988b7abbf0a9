/**
 * Archives of mongodump (`--archive`): a magic number, a prelude that describes the collections, then blocks of
 * documents, each after a header that names its collection. A terminator ends the prelude and each block.
 * Reference: <https://github.com/mongodb/mongo-tools/blob/master/common/archive/archive.go>.
 * The checksums are not verified: validating the documents detects damage.
 */
import { Bson, Type } from "./elements.js";
import { documentAt, metadataOf, type Found, type Metadata } from "./read.js";

const MAGIC = 0x81_99_e2_6d;
const TERMINATOR = 0xff_ff_ff_ff;
/** The server's own databases. */
const OWN = new Set(["admin", "config", "local"]);

/** A collection of an archive. */
export interface Archived {
  readonly collection: string;
  metadata?: Metadata;
  readonly found: Found[];
}

/** Whether bytes start with an archive's magic number. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new Bson(bytes).view.getUint32(0, true) === MAGIC;
}

/**
 * Reads the collections of an archive with one database, except the server's own.
 * @throws Error naming the byte or the collection.
 */
export function archived(bytes: Uint8Array): Archived[] {
  const bson = new Bson(bytes);
  const collections = new Map<string, Archived>();
  const databases = new Set<string>();
  const of = (header: ReadonlyMap<string, string>): Archived | null => {
    const [db, collection] = [header.get("db") ?? "", header.get("collection") ?? ""];
    if (OWN.has(db) || db === "") return null;
    if (collection.startsWith("system.buckets.") || header.get("type") === "timeseries")
      throw new Error(
        `${collection.replace("system.buckets.", "")} is a time series, which an archive stores as buckets`,
      );
    if (collection.startsWith("system.")) return null;
    databases.add(db);
    if (databases.size > 1)
      throw new Error(`it has several databases, ${[...databases].join(" and ")}: dump one of them, with --db`);
    const known = collections.get(collection) ?? { collection, found: [] };
    collections.set(collection, known);
    return known;
  };
  // The first document has the versions that wrote the archive.
  let at = documentEnd(bson, 4);
  for (; !terminates(bson, at); at = documentEnd(bson, at)) {
    const fields = texts(bson, at);
    const known = of(fields);
    if (known) known.metadata = metadataOf(fields.get("metadata") || "{}");
  }
  const unfinished = new Set<string>();
  for (at += 4; at < bytes.length; at += 4) {
    const header = texts(bson, at);
    const into = of(header);
    if (header.has("EOF")) unfinished.delete(into?.collection ?? "");
    else if (into) unfinished.add(into.collection);
    let number = 0;
    for (at = documentEnd(bson, at); !terminates(bson, at);) {
      number += 1;
      const one = documentAt(bson, at, `document ${number} of ${header.get("collection") ?? ""} at byte ${at}`);
      into?.found.push(one);
      at += one.bytes.length;
    }
  }
  for (const collection of unfinished) throw new Error(`cut off: the end of ${collection} is missing`);
  if (collections.size === 0) throw new Error("there are no collections in it");
  return [...collections.values()];
}

/** Whether a terminator is at this offset. */
function terminates(bson: Bson, at: number): boolean {
  if (at + 4 > bson.bytes.length) throw new Error(`cut off at byte ${at}`);
  return bson.view.getUint32(at, true) === TERMINATOR;
}

const documentEnd = (bson: Bson, at: number): number =>
  at + documentAt(bson, at, `the header at byte ${at}`).bytes.length;

/** The string fields of a header, and the names of fields that are true. */
function texts(bson: Bson, at: number): Map<string, string> {
  documentEnd(bson, at);
  const fields = new Map<string, string>();
  for (const { name, type, start } of bson.elements(at)) {
    if (type === Type.string) fields.set(name, bson.text(start));
    if (type === Type.bool && bson.bytes[start] === 1) fields.set(name, "true");
  }
  return fields;
}
