/**
 * Files in chunks: a synchronous helper over two collections, in the layout that all drivers use. mongosh has no
 * GridFS; exported scripts include this one.
 * Reference: <https://github.com/mongodb/specifications/blob/master/source/gridfs/gridfs-spec.md>.
 */
import { Binary, type Document } from "bson";
import { optionsOf, toNumber, type Context } from "./context.js";
import type { Collection } from "./collection.js";
import type { ShellCursor } from "./cursor.js";
import type { Database } from "./database.js";
import { MongoInvalidArgumentError, MongoError } from "./errors.js";
import { setNames } from "./set_names.js";
import { PRINT } from "./printing.js";

/** 255 KiB. */
const CHUNK_BYTES = 255 * 1024;

/** The file does not exist, or its chunks do not match its document. */
export class MongoGridFSError extends MongoError {}
setNames({ MongoGridFSError });

/** A bucket: the collections `<name>.files` and `<name>.chunks`. */
export class GridFS {
  readonly #context: Context;
  readonly #name: string;
  readonly #chunkBytes: number;
  readonly #files: Collection;
  readonly #chunks: Collection;
  #indexed = false;

  constructor(context: Context, db: Database, options: unknown) {
    const given = optionsOf("GridFS", typeof options === "string" ? { bucketName: options } : options);
    this.#context = context;
    this.#name = String(given["bucketName"] ?? "fs");
    this.#chunkBytes = chunkBytes(given["chunkSizeBytes"] ?? CHUNK_BYTES);
    this.#files = db.getCollection(`${this.#name}.files`);
    this.#chunks = db.getCollection(`${this.#name}.chunks`);
  }

  /**
   * Stores a file: its chunks first, then the document that makes it visible. `data` is a string (stored as UTF-8),
   * bytes or `BinData`; options are `_id`, `chunkSizeBytes`, `contentType`, `metadata`. Returns the `_id`.
   */
  put(filename: string, data: unknown, options?: Document): unknown {
    const given = optionsOf("GridFS.put", options);
    const bytes = bytesOf(data);
    const chunkSize = given["chunkSizeBytes"] === undefined ? this.#chunkBytes : chunkBytes(given["chunkSizeBytes"]);
    const _id: unknown = given["_id"] ?? this.#context.engine.objectId();
    this.#createIndexes();
    for (let n = 0; n * chunkSize < bytes.length; n++) {
      const part = bytes.slice(n * chunkSize, (n + 1) * chunkSize);
      this.#chunks.insertOne({ files_id: _id, n, data: new Binary(part) });
    }
    const file: Document = {
      _id,
      length: bytes.length,
      chunkSize,
      uploadDate: this.#context.engine.clock.now(),
      filename,
    };
    for (const field of ["contentType", "metadata"]) if (given[field] !== undefined) file[field] = given[field];
    this.#files.insertOne(file);
    return _id;
  }

  /** Returns a file's bytes. */
  open(id: unknown): Uint8Array {
    return this.#read(this.#files.findOne({ _id: id }), `with the _id ${String(id)}`);
  }
  /** Returns the bytes of the newest file with a name. `revision` 0 is the oldest, 1 the next, -2 the last but one. */
  openByName(filename: string, revision = -1): Uint8Array {
    const newestFirst = revision < 0;
    const [file] = this.#files
      .find({ filename })
      .sort({ uploadDate: newestFirst ? -1 : 1 })
      .skip(newestFirst ? -revision - 1 : revision)
      .limit(1)
      .toArray();
    return this.#read(file ?? null, `called ${JSON.stringify(filename)}`);
  }
  #read(file: Document | null, which: string): Uint8Array {
    if (file === null)
      throw new MongoGridFSError(`FileNotFound: there is no file ${which} in the bucket ${this.#name}`);
    const bytes = new Uint8Array(toNumber(file["length"]));
    const size = toNumber(file["chunkSize"]);
    let at = 0;
    let n = 0;
    for (const chunk of this.#chunks.find({ files_id: file["_id"] }).sort({ n: 1 })) {
      const part = bytesOf(chunk["data"]);
      const wanted = Math.min(size, bytes.length - at);
      if (toNumber(chunk["n"]) !== n)
        throw new MongoGridFSError(`ChunkIsMissing: got chunk ${String(chunk["n"])}, expected ${n}`);
      if (part.length !== wanted || wanted === 0) {
        throw new MongoGridFSError(`ChunkIsWrongSize: chunk ${n} has ${part.length} bytes, expected ${wanted}`);
      }
      bytes.set(part, at);
      at += part.length;
      n++;
    }
    if (at < bytes.length) throw new MongoGridFSError(`ChunkIsMissing: chunk ${n} does not exist`);
    return bytes;
  }

  /** Deletes a file: its document first, so that nobody sees half a file. */
  delete(id: unknown): void {
    const { deletedCount } = this.#files.deleteOne({ _id: id });
    this.#chunks.deleteMany({ files_id: id });
    if (deletedCount === 0)
      throw new MongoGridFSError(
        `FileNotFound: there is no file with the _id ${String(id)} in the bucket ${this.#name}`,
      );
  }
  rename(id: unknown, filename: string): void {
    const { matchedCount } = this.#files.updateOne({ _id: id }, { $set: { filename } });
    if (matchedCount === 0)
      throw new MongoGridFSError(
        `FileNotFound: there is no file with the _id ${String(id)} in the bucket ${this.#name}`,
      );
  }
  /** A cursor over the files' documents. */
  find(filter: Document = {}): ShellCursor {
    return this.#files.find(filter);
  }
  drop(): void {
    this.#files.drop();
    this.#chunks.drop();
    this.#indexed = false;
  }

  #createIndexes(): void {
    if (this.#indexed) return;
    // Only while there is no file, as the specification requires.
    if (this.#files.findOne({}, { _id: 1 }) === null) {
      this.#files.createIndex({ filename: 1, uploadDate: 1 });
      this.#chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
    }
    this.#indexed = true;
  }
  [PRINT](): string {
    return `GridFS(${this.#name})`;
  }
}

function chunkBytes(given: unknown): number {
  const size = toNumber(given);
  if (!Number.isInteger(size) || size < 1)
    throw new MongoInvalidArgumentError("chunkSizeBytes must be a positive integer");
  return size;
}

function bytesOf(data: unknown): Uint8Array {
  if (typeof data === "string") return new TextEncoder().encode(data);
  if (data instanceof Uint8Array) return data;
  if (data instanceof Binary) return data.buffer.subarray(0, data.position);
  throw new MongoInvalidArgumentError("A file's data is a string, bytes or BinData");
}
