/** Write commands: statements in batches, with their replies combined as the driver does. */
import type { Document } from "bson";
import { type Context, acknowledged, requireSelector, toNumber, writeConcernOf } from "./context.js";
import { TooLargeError } from "./encode.js";
import { MongoInvalidArgumentError, MongoServerError } from "./errors.js";
import { sortOf } from "./sort.js";

/** The server's `maxWriteBatchSize`. */
const MAX_STATEMENTS = 100_000;

export type WriteKind = "insert" | "update" | "delete";

/** The error of a failed statement, as the server replies. */
export type RawWriteError = Document & { index: number; code: number; errmsg: string };

/** The combined results of several statements. */
export interface WriteOutcome {
  n: number;
  nModified: number;
  upserted: { index: number; _id: unknown }[];
  writeErrors: RawWriteError[];
}

/** Options that are fields of the command itself. */
export const COMMAND_OPTIONS = ["let", "comment", "bypassDocumentValidation", "maxTimeMS"];

/** Options of an update statement. */
export const UPDATE_OPTIONS = ["upsert", "arrayFilters", "collation", "hint", "sort"];

/** Options of a delete statement. */
export const DELETE_OPTIONS = ["collation", "hint"];

/** Parameters of a write besides its statements. */
export interface WriteOptions {
  ordered?: boolean;
  /** Fields for the command itself: `let`, `comment`, `bypassDocumentValidation`. */
  fields?: Document;
  /** The options that may contain `writeConcern`. */
  options?: unknown;
}

/**
 * Runs statements of one kind, split into several commands if necessary.
 *
 * @throws MongoServerError when a command fails as a whole.
 */
export function runWrites(
  context: Context,
  db: string,
  collection: string,
  kind: WriteKind,
  statements: Document[],
  options: WriteOptions = {},
): WriteOutcome {
  const ordered = options.ordered !== false;
  const total: WriteOutcome = { n: 0, nModified: 0, upserted: [], writeErrors: [] };
  const concern = writeConcernOf(options.options);
  const run = (from: number, to: number): boolean => {
    if (to - from > MAX_STATEMENTS) {
      return run(from, from + MAX_STATEMENTS) && run(from + MAX_STATEMENTS, to);
    }
    const batch = from === 0 && to === statements.length ? statements : statements.slice(from, to);
    const command = statementsCommand(kind, collection, batch, ordered);
    if (options.fields) Object.assign(command, options.fields);
    if (concern) command["writeConcern"] = concern;
    let reply: Document;
    try {
      reply = context.run(db, command);
    } catch (error) {
      if (!(error instanceof TooLargeError) || to - from < 2) throw error;
      const middle = from + ((to - from) >> 1);
      return run(from, middle) && run(middle, to);
    }
    total.n += toNumber(reply["n"]);
    total.nModified += toNumber(reply["nModified"]);
    for (const one of (reply["upserted"] ?? []) as { index: number; _id: unknown }[]) {
      total.upserted.push({ index: one.index + from, _id: one._id });
    }
    for (const one of (reply["writeErrors"] ?? []) as RawWriteError[]) {
      total.writeErrors.push({ ...one, index: one.index + from });
    }
    return !(ordered && total.writeErrors.length > 0);
  };
  if (statements.length > 0) run(0, statements.length);
  return total;
}

/** One literal per kind: objects with computed names are slow to build and to read. */
function statementsCommand(kind: WriteKind, collection: string, statements: Document[], ordered: boolean): Document {
  switch (kind) {
    case "insert":
      return { insert: collection, documents: statements, ordered };
    case "update":
      return { update: collection, updates: statements, ordered };
    case "delete":
      return { delete: collection, deletes: statements, ordered };
  }
}

/** Runs one statement; throws its write error unless the write is unacknowledged (`w: 0`). */
export function runWrite(
  context: Context,
  db: string,
  collection: string,
  kind: WriteKind,
  statement: Document,
  options: WriteOptions = {},
): WriteOutcome {
  const outcome = runWrites(context, db, collection, kind, [statement], options);
  const [error] = outcome.writeErrors;
  if (error && acknowledged(options.options)) throw new MongoServerError(error);
  return outcome;
}

/** Adds an `_id` if the document has none, as the driver does before sending. */
export function withId(context: Context, document: Document): unknown {
  const id: unknown = document instanceof Map ? document.get("_id") : document["_id"];
  if (id !== undefined && id !== null) return id;
  const made = context.engine.objectId();
  if (document instanceof Map) document.set("_id", made);
  else document["_id"] = made;
  return made;
}

/** Statement fields taken from the options of an update or delete. */
export function statementOptions(options: Document, names: readonly string[]): Document {
  const picked: Document = {};
  if (Object.keys(options).length === 0) return picked;
  for (const name of names) if (options[name] !== undefined) picked[name] = options[name];
  return picked;
}

/** Options of an update statement; the sort may have any of the driver's forms. */
export function updateOptions(options: Document): Document {
  const picked = statementOptions(options, UPDATE_OPTIONS);
  // The driver sends only a boolean.
  if (typeof picked["upsert"] !== "boolean") delete picked["upsert"];
  if (picked["sort"] !== undefined) picked["sort"] = sortOf(picked["sort"]);
  return picked;
}

/** The result of an update, as mongosh shows it; without counts if unacknowledged (`w: 0`). */
export function updateResult(outcome: WriteOutcome, isAcknowledged: boolean): Document {
  if (!isAcknowledged)
    return {
      acknowledged: false,
      insertedId: null,
      matchedCount: undefined,
      modifiedCount: undefined,
      upsertedCount: 0,
    };
  const [upserted] = outcome.upserted;
  const id = upserted ? upserted._id : null;
  return {
    acknowledged: true,
    insertedId: id,
    matchedCount: outcome.n - outcome.upserted.length,
    modifiedCount: outcome.nModified,
    upsertedCount: outcome.upserted.length,
  };
}

/** An update statement, after the driver's checks of its filter and update. */
export function updateStatement(filter: unknown, update: unknown, multi: boolean): Document {
  requireSelector(filter);
  requireUpdate(update, "Document must be a valid JavaScript object");
  return { q: filter, u: update, multi };
}

/** Checks that the update is an object. */
export function requireUpdate(update: unknown, text: string): void {
  if (typeof update !== "object" || update === null) throw new MongoInvalidArgumentError(text);
}

export function requireOperators(update: unknown): void {
  if (!hasOperators(update)) throw new MongoInvalidArgumentError("Update document requires atomic operators");
}

export function refuseOperators(replacement: unknown, verb: string): void {
  if (hasOperators(replacement))
    throw new MongoInvalidArgumentError(`Replacement document must not ${verb} atomic operators`);
}

/** Whether the document, or any document of a list, begins with an operator. */
export function hasOperators(update: unknown): boolean {
  if (Array.isArray(update)) return update.some(hasOperators);
  if (typeof update !== "object" || update === null) return false;
  const [first] = Object.keys(update);
  return first !== undefined && first.startsWith("$");
}
