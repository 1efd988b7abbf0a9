/** Commands whose documents are passed to and from the database as bytes. */
import { Long } from "bson";

import { decode } from "../shell/decode.js";
import { encode } from "../shell/encode.js";
import type { Engine } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";
import { Bytes } from "./bytes.js";
import { Bson, Type } from "./elements.js";

/** Documents per `insert`, and the bytes from which a batch is full: a command has at most 48,000,000. */
const BATCH = 1000;
const FULL = 8 << 20;

/** Why a document was rejected; `at` is its index. */
export interface Refusal {
  readonly at: number;
  readonly message: string;
}

/** All documents of a command's cursor, batch by batch. `filter` is added to the command as bytes. */
export function* readRaw(
  engine: Engine,
  db: string,
  command: Record<string, unknown>,
  filter?: Uint8Array,
): Generator<Uint8Array> {
  const [collection] = Object.values(command);
  let next = encode({ ...command, $db: db });
  if (filter)
    next = new Bytes().sized((to) => to.raw(fieldsOf(next)).element(Type.document, "filter").raw(filter)).done();
  for (;;) {
    const reply = engine.runCommandRaw(next);
    const bson = new Bson(reply);
    let id = 0n;
    let cursor = false;
    for (const part of bson.elements()) {
      if (part.name !== "cursor" || part.type !== Type.document) continue;
      cursor = true;
      for (const { name, type, start } of bson.elements(part.start)) {
        if (name === "id" && type === Type.long) id = bson.view.getBigInt64(start, true);
        if (name !== "firstBatch" && name !== "nextBatch") continue;
        for (const one of bson.elements(start)) yield reply.subarray(one.start, one.end);
      }
    }
    if (!cursor) throw new MongoServerError(decode(reply));
    if (id === 0n) return;
    next = encode({ getMore: Long.fromBigInt(id), collection, $db: db });
  }
}

/** Runs `{ [name]: collection, …, $db: db }`, with the fields that `write` adds. */
export function runRaw(
  engine: Engine,
  db: string,
  name: string,
  collection: string,
  write: (to: Bytes) => void,
): Refusal | null {
  const command = new Bytes().sized((to) => {
    to.element(Type.string, name).text(collection);
    write(to);
    to.element(Type.string, "$db").text(db);
  });
  const reply = decode(engine.runCommandRaw(command.done()));
  if (reply["ok"] !== 1) return { at: 0, message: String(reply["errmsg"]) };
  const [error] = (reply["writeErrors"] ?? []) as { index: number; errmsg: string }[];
  return error ? { at: error.index, message: error.errmsg } : null;
}

/** Inserts documents unchanged; stops at the first rejected one. */
export function insertRaw(
  engine: Engine,
  db: string,
  collection: string,
  documents: readonly Uint8Array[],
): Refusal | null {
  for (let from = 0; from < documents.length;) {
    let to = from;
    for (let size = 0; to < documents.length && to - from < BATCH && size < FULL; to++)
      size += documents[to]?.length ?? 0;
    const refusal = runRaw(engine, db, "insert", collection, (command) =>
      command.array("documents", documents.slice(from, to)),
    );
    if (refusal) return { ...refusal, at: from + refusal.at };
    from = to;
  }
  return null;
}

/** Replaces the document with an `_id`, which is given as `{ _id }`. */
export function replaceRaw(
  engine: Engine,
  db: string,
  collection: string,
  id: Uint8Array,
  document: Uint8Array,
): Refusal | null {
  const update = new Bytes()
    .sized((to) => to.element(Type.document, "q").raw(id).element(Type.document, "u").raw(document))
    .done();
  return runRaw(engine, db, "update", collection, (command) => command.array("updates", [update]));
}

/** `{ _id }` of a document; null if it has none. */
export function idOf(document: Uint8Array): Uint8Array | null {
  for (const { name, type, start, end } of new Bson(document).elements()) {
    if (name !== "_id") continue;
    return new Bytes().sized((only) => only.element(type, name).raw(document.subarray(start, end))).done();
  }
  return null;
}

/** The encoded fields of a document, for insertion among others. */
export function fieldsOf(document: Uint8Array): Uint8Array {
  return document.subarray(4, document.length - 1);
}

function refusalOf(reply: Record<string, unknown>): Refusal | null {
  if (reply["ok"] !== 1) return { at: 0, message: String(reply["errmsg"]) };
  const [error] = (reply["writeErrors"] ?? []) as { index: number; errmsg: string }[];
  return error ? { at: error.index, message: error.errmsg } : null;
}
