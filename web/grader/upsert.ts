/**
 * Two clients upserting at the same moment. An upsert looks for a document and inserts one when there is none; another
 * client may insert its own in between, and only a unique index tells them. Where one does, the server takes the upsert
 * up again and finds what the other has inserted:
 * <https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-duplicate-values>.
 */
import type { Document } from "bson";

import { decode } from "../shell/decode.js";
import type { Engine, Operation } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";

const DUPLICATE_KEY = 11_000;

/** What an upsert has inserted. */
export interface Upserted {
  readonly id: unknown;
}

/** What an operation has inserted because it found nothing, if it did so and is no part of a transaction. */
export function upserted({ name, command }: Operation, reply: () => Uint8Array): Upserted | null {
  if (command["autocommit"] === false) return null;
  if (name === "findAndModify") {
    if (command["upsert"] !== true) return null;
    const last = decode(reply())["lastErrorObject"] as Document | undefined;
    return last && "upserted" in last ? { id: last["upserted"] } : null;
  }
  const updates = command["updates"] as Document[] | undefined;
  if (name !== "update" || updates?.length !== 1 || updates[0]?.["upsert"] !== true) return null;
  const [entry] = (decode(reply())["upserted"] ?? []) as Document[];
  return entry ? { id: entry["_id"] } : null;
}

/** Carries an upsert out with `meanwhile` happening after it has found nothing and before it inserts. */
export function overtaken(engine: Engine, operation: Operation, proceed: () => Uint8Array, meanwhile: () => void): Uint8Array {
  const { db, name, command } = operation;
  const reply = proceed();
  const inserted = upserted(operation, () => reply);
  if (inserted === null) {
    meanwhile();
    return reply;
  }
  const collection: unknown = command[name];
  const filter = { _id: inserted.id };
  const { cursor } = engine.ownCommand(db, { find: collection, filter, limit: 1 }) as { cursor: { firstBatch: Document[] } };
  engine.ownCommand(db, { delete: collection, deletes: [{ q: filter, limit: 1 }] });
  meanwhile();
  const { writeErrors } = engine.ownCommand(db, { insert: collection, documents: cursor.firstBatch }) as { writeErrors?: Document[] };
  const [error] = writeErrors ?? [];
  if (error === undefined) return reply;
  if (error["code"] !== DUPLICATE_KEY) throw new MongoServerError(error);
  return proceed();
}
