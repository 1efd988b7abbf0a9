/**
 * Two clients that upsert concurrently. An upsert searches for a document and inserts one if there is none; another
 * client may insert its own in between, and only a unique index detects that. If the filter consists only of equalities
 * on the index's fields, the server retries the upsert and finds the other client's document; otherwise the client gets
 * the duplicate key error:
 * <https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-duplicate-values>.
 */
import { BSONRegExp, type Document } from "bson";

import { decode } from "../shell/decode.js";
import { encode } from "../shell/encode.js";
import type { Engine, Operation } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";
import { canonical } from "./values.js";

const DUPLICATE_KEY = 11_000;

/** The insert of an upsert. */
export interface Upserted {
  readonly id: unknown;
}

/** The document that an upsert outside of transactions inserted; null if it matched one. */
export function upserted({ name, command }: Operation, reply: Uint8Array): Upserted | null {
  if (command["autocommit"] === false) return null;
  if (name === "findAndModify") {
    if (command["upsert"] !== true) return null;
    const last = decode(reply)["lastErrorObject"] as Document | undefined;
    return last && "upserted" in last ? { id: last["upserted"] } : null;
  }
  const updates = command["updates"] as Document[] | undefined;
  if (name !== "update" || updates?.length !== 1 || updates[0]?.["upsert"] !== true) return null;
  const [entry] = (decode(reply)["upserted"] ?? []) as Document[];
  return entry ? { id: entry["_id"] } : null;
}

/** Runs an upsert, calling `meanwhile` after it matched nothing and before it inserts. */
export function overtaken(
  engine: Engine,
  operation: Operation,
  proceed: () => Uint8Array,
  meanwhile: () => void,
): Uint8Array {
  const { db, name, command } = operation;
  const reply = proceed();
  const inserted = upserted(operation, reply);
  if (inserted === null) {
    meanwhile();
    return reply;
  }
  const collection: unknown = command[name];
  const filter = { _id: inserted.id };
  const { cursor } = engine.ownCommand(db, { find: collection, filter, limit: 1 }) as {
    cursor: { firstBatch: Document[] };
  };
  engine.ownCommand(db, { delete: collection, deletes: [{ q: filter, limit: 1 }] });
  meanwhile();
  const { writeErrors } = engine.ownCommand(db, { insert: collection, documents: cursor.firstBatch }) as {
    writeErrors?: Document[];
  };
  const [error] = writeErrors ?? [];
  if (error === undefined) return reply;
  if (error["code"] !== DUPLICATE_KEY) throw new MongoServerError(error);
  if (isRetriedByServer(operation, error)) return proceed();
  if (name === "update") return encode({ n: 0, nModified: 0, writeErrors: [{ ...error, index: 0 }], ok: 1 });
  const { index: _, ...reported } = error;
  return encode({ ok: 0, ...reported, codeName: "DuplicateKey" });
}

/** Whether the filter has only equalities on the unique key, which the update does not change. */
function isRetriedByServer({ name, command }: Operation, { keyPattern, keyValue }: Document): boolean {
  const filter: unknown = name === "update" ? (command["updates"] as Document[])[0]?.["q"] : command["query"];
  const wanted = equalities((filter ?? {}) as Document);
  const fields = Object.keys(keyPattern as Document);
  return (
    wanted?.size === fields.length &&
    fields.every(
      (field) => wanted.has(field) && canonical(wanted.get(field)) === canonical((keyValue as Document)[field]),
    )
  );
}

/** The fields of a filter with their required values; null if it has other conditions. */
function equalities(filter: Document): Map<string, unknown> | null {
  const all = new Map<string, unknown>();
  for (const [field, condition] of Object.entries(filter)) {
    if (field === "$and" && Array.isArray(condition)) {
      for (const part of condition as Document[]) {
        const inner = equalities(part);
        if (inner === null) return null;
        for (const [name, value] of inner) all.set(name, value);
      }
      continue;
    }
    const value = equalTo(condition);
    if (field.startsWith("$") || value === null) return null;
    all.set(field, value.only);
  }
  return all;
}

function equalTo(condition: unknown): { only: unknown } | null {
  if (condition instanceof RegExp || condition instanceof BSONRegExp) return null;
  const keys =
    typeof condition === "object" &&
    condition !== null &&
    (condition as { _bsontype?: unknown })._bsontype === undefined
      ? Object.keys(condition)
      : [];
  if (!keys[0]?.startsWith("$")) return { only: condition };
  return keys.length === 1 && keys[0] === "$eq" ? { only: (condition as Document)["$eq"] } : null;
}
