/** Descriptions of database operations. */
import type { Document } from "bson";

import { isWrite } from "../shell/changes.js";
import { decode } from "../shell/decode.js";
import type { Operation } from "../shell/engine.js";
import { inspect } from "../shell/printing.js";

/** Longest text of an operation, and of one document in it. */
const MAX_TEXT = 600;
/** Fields of commands that are omitted from descriptions. */
const SILENT = new Set([
  "lsid",
  "txnNumber",
  "autocommit",
  "startTransaction",
  "$db",
  "ordered",
  "cursor",
  "writeConcern",
  "readConcern",
]);

/** The code of the error `WriteConflict`. */
export const WRITE_CONFLICT = 112;
/** The longest reply, in bytes, that may be an error. */
const MAX_ERROR = 4_096;

/** Whether a reply is a write conflict: another transaction holds the document. */
export function isConflict(reply: Uint8Array): boolean {
  return reply.length <= MAX_ERROR && decode(reply)["code"] === WRITE_CONFLICT;
}

/** Whether an operation makes a change that ending a transaction does not undo. */
export function isOwnWrite(operation: Operation): boolean {
  const { command, name } = operation;
  const ofSessions = name === "startSession" || name === "abortTransaction";
  return !ofSessions && (command["autocommit"] !== false || name === "commitTransaction") && isWrite(operation);
}

/** Whether an operation made a change that survives the client's death. */
export function changes(operation: Operation, reply: Uint8Array): boolean {
  if (!isOwnWrite(operation)) return false;
  if (operation.name !== "update" && operation.name !== "delete") return true;
  const { n, nModified, upserted } = decode(reply);
  return operation.name === "delete" ? n !== 0 : nModified !== 0 || upserted !== undefined;
}

/** The short description of an operation: `update of books`. */
export function operationName(operation: Pick<Operation, "name" | "command">): string {
  const target: unknown = operation.command[operation.name];
  return typeof target === "string" ? `${operation.name} of ${target}` : operation.name;
}

/** A value on one line, truncated if long. */
function shown(value: unknown): string {
  const text = inspect(value, { breakLength: Infinity, maxArrayLength: 8, maxStringLength: 80 }).replace(
    /\s*\n\s*/g,
    " ",
  );
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** An object without some fields; undefined if nothing remains. */
function rest(from: Document, ...known: string[]): Document | undefined {
  const entries = Object.entries(from).filter(
    ([name, value]) => !known.includes(name) && !SILENT.has(name) && value !== undefined && value !== false,
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const call = (method: string, ...given: (Document | undefined)[]): string =>
  `${method}(${given
    .filter((value) => value !== undefined)
    .map(shown)
    .join(", ")})`;

/** The collection method for a command, with its arguments. */
const METHODS: Readonly<Record<string, (command: Document) => string[]>> = {
  find: (c) => {
    const sorted = c["sort"] === undefined ? "" : `.sort(${shown(c["sort"])})`;
    const skipped = c["skip"] ? `.skip(${String(c["skip"])})` : "";
    const limited = c["limit"] ? `.limit(${String(c["limit"])})` : "";
    return [
      call("find", (c["filter"] ?? {}) as Document, c["projection"] as Document | undefined) +
        sorted +
        skipped +
        limited,
    ];
  },
  insert: (c) => {
    const documents = (c["documents"] ?? []) as Document[];
    return [documents.length === 1 ? call("insertOne", documents[0]) : call("insertMany", documents)];
  },
  update: (c) =>
    ((c["updates"] ?? []) as Document[]).map((one) => {
      const change = one["u"] as Document;
      const replaces = !Array.isArray(change) && !(Object.keys(change)[0] ?? "").startsWith("$");
      const method = replaces ? "replaceOne" : one["multi"] === true ? "updateMany" : "updateOne";
      return call(method, one["q"] as Document, change, rest(one, "q", "u", "multi"));
    }),
  delete: (c) =>
    ((c["deletes"] ?? []) as Document[]).map((one) =>
      call(one["limit"] === 0 ? "deleteMany" : "deleteOne", one["q"] as Document, rest(one, "q", "limit")),
    ),
  findAndModify: (c) => [call("findAndModify", rest(c, "findAndModify") ?? {})],
  aggregate: (c) => [call("aggregate", c["pipeline"] as Document, rest(c, "aggregate", "pipeline"))],
  distinct: (c) => [call("distinct", c["key"] as Document, c["query"] as Document | undefined)],
  count: (c) => [call("count", c["query"] as Document | undefined)],
  createIndexes: (c) =>
    ((c["indexes"] ?? []) as Document[]).map((one) =>
      call("createIndex", one["key"] as Document, rest(one, "key", "name", "v")),
    ),
};

/** An operation as typed in the shell, `db.books.updateOne({ _id: 1 }, { $set: { n: 2 } })`; truncated if long. */
export function operationText({ name, command }: Pick<Operation, "name" | "command">): string {
  const target: unknown = command[name];
  const method = METHODS[name];
  const prefix = typeof target === "string" ? `db.${target}.` : "";
  const text =
    method && prefix !== ""
      ? method(command)
          .map((one) => prefix + one)
          .join("; ")
      : prefix === "" && rest(command, name) === undefined
        ? name
        : `db.runCommand(${shown(Object.fromEntries(Object.entries(command).filter(([key]) => !SILENT.has(key))))})`;
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
