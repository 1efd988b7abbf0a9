/** State and helpers that the objects of a shell share. */
import { Long, type Document } from "bson";
import type { Settings } from "./config.js";
import type { Engine } from "./engine.js";
import {
  MongoInvalidArgumentError,
  MongoServerError,
  MongoshInvalidInputError,
  MongoshUnimplementedError,
} from "./errors.js";
import { markFromServer } from "./server_value_marks.js";

/** The connection of one shell's objects to the engine and to the output. */
export interface Context {
  readonly engine: Engine;
  /** Runs a command; throws if the reply has `ok: 0`. */
  run(db: string, command: Document): Document;
  /** Runs a command; returns the reply even if it has `ok: 0`. */
  tryRun(db: string, command: Document): Document;
  /** Prints a note once per evaluation: a deprecation, an option without effect. */
  note(text: string): void;
  /** The settings behind `config`. */
  readonly settings: Settings;
  /** Called when a cursor is created; its command is sent with the first read. */
  opened?(cursor: object, method: string, collection: string): void;
  /** Called when a cursor sends a command. */
  read?(cursor: object): void;
}

/** Options that every method accepts and that have no effect on a single node. */
const IGNORED = new Set([
  "session",
  "retryWrites",
  "timeoutMS",
  "promoteValues",
  "promoteLongs",
  "ignoreUndefined",
  "serializeFunctions",
  "checkKeys",
  "raw",
  "w",
  "j",
  "wtimeout",
  "fsync",
  "noResponse",
]);

/** Copies the known options to a command. Unknown ones have no effect, as in the driver, but cause a warning. */
export function addOptions(
  context: Context,
  method: string,
  options: unknown,
  command: Document,
  known: readonly string[],
): Document {
  if (options === undefined) return command;
  for (const [key, value] of Object.entries(optionsOf(method, options))) {
    if (value !== undefined && key === "session")
      context.note(`${method}: the option "session" takes what startSession() gives; this one has no effect`);
    if (value === undefined || IGNORED.has(key)) continue;
    if (key === "readPreference")
      requireReadPreference(typeof value === "object" ? (value as Document | null)?.["mode"] : value);
    else if (known.includes(key)) command[key] = key === "readConcern" ? readConcernOf(value) : value;
    else if (!HANDLED.has(key)) context.note(`${method}: the option "${key}" is unknown and has no effect`);
  }
  const concern = writeConcernOf(options);
  if (concern && known.includes("writeConcern")) command["writeConcern"] = concern;
  return command;
}

/** Options that the methods handle themselves. */
const HANDLED = new Set([
  "upsert",
  "arrayFilters",
  "collation",
  "hint",
  "sort",
  "projection",
  "fields",
  "returnDocument",
  "returnNewDocument",
  "returnOriginal",
  "new",
  "remove",
  "query",
  "update",
  "multi",
  "justOne",
  "ordered",
  "rawResult",
  "includeResultMetadata",
  "explain",
  "batchSize",
  "cursor",
  "skip",
  "limit",
  "maxTimeMS",
  "comment",
  "let",
  "bypassDocumentValidation",
  "writeConcern",
  "useCursor",
  "full",
  "readConcern",
  "bsonRegExp",
]);

const READ_PREFERENCES: readonly unknown[] = [
  "primary",
  "primaryPreferred",
  "secondary",
  "secondaryPreferred",
  "nearest",
];

/** The driver's checks of a read preference. All valid ones read from the one server. */
export function requireReadPreference(mode: unknown, tags?: unknown, hedge?: unknown): void {
  if (!READ_PREFERENCES.includes(mode))
    throw new MongoInvalidArgumentError(`Invalid read preference mode ${JSON.stringify(mode)}`);
  if (tags !== undefined && tags !== null && !Array.isArray(tags))
    throw new MongoInvalidArgumentError("ReadPreference tags must be an array");
  if (mode !== "primary") return;
  if (Array.isArray(tags) && tags.length > 0)
    throw new MongoInvalidArgumentError("Primary read preference cannot be combined with tags");
  if (hedge) throw new MongoInvalidArgumentError("Primary read preference cannot be combined with hedge");
}

/** A read concern, which may be given as its level alone. */
export function readConcernOf(value: unknown): unknown {
  return typeof value === "string" ? { level: value } : value;
}

/** Checks an options argument: a document or undefined. */
export function optionsOf(method: string, options: unknown): Document {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options)) {
    throw new MongoshInvalidInputError(`The options of ${method} must be an object`);
  }
  return options as Document;
}

/** The write concern `{w, j, wtimeout}`, from the option `writeConcern` or the legacy top-level fields. */
export function writeConcernOf(options: unknown): Document | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  const given = options as Document;
  const concern: unknown = given["writeConcern"];
  if (typeof concern === "object" && concern !== null) return concern as Document;
  const loose: Document = {};
  for (const key of ["w", "j", "wtimeout"]) if (given[key] !== undefined) loose[key] = given[key];
  return Object.keys(loose).length > 0 ? loose : undefined;
}

/** Whether the client waits for an acknowledgement (`w` is not 0). */
export function acknowledged(options: unknown): boolean {
  return writeConcernOf(options)?.["w"] !== 0;
}

/** Throws mongosh's error when required arguments are missing. */
export function requireArguments(method: string, given: readonly unknown[]): void {
  given.forEach((argument, i) => {
    if (argument === undefined) {
      throw new MongoshInvalidInputError(`Missing required argument at position ${i} (${method})`, "COMMON-10001");
    }
  });
}

/** Checks a document argument: an object that is neither an array nor a value of another BSON type. */
export function requireDocument(method: string, what: string, value: unknown): Document {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new MongoshInvalidInputError(`${method}: ${what} must be an object`);
  }
  return value as Document;
}

/** Checks a filter as the driver does before it sends a statement. */
export function requireSelector(value: unknown): Document {
  if (typeof value !== "object" || value === null)
    throw new MongoInvalidArgumentError("Selector must be a valid JavaScript object");
  return value as Document;
}

/** Throws an error that names an unsupported feature. */
export function unsupported(name: string, why = "is not supported here"): never {
  throw new MongoshUnimplementedError(`${name} ${why}`);
}

/** Converts a count: a 32-bit integer, a 64-bit integer or a double. */
export function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return value instanceof Long ? value.toNumber() : Number(value ?? 0);
}

/** The reply without the fields that a driver keeps to itself. */
export function replyOf(reply: Document): Document {
  const { $clusterTime: _time, operationTime: _operation, ...rest } = reply;
  return markFromServer(rest);
}

/**
 * A plain copy of a command that a script wrote, so that the checked command is the one that runs. Scripts may not run
 * the commands that reset or reprice the measurements.
 */
export function copyCommand(given: Document): Document {
  const written: Document = given instanceof Map ? (Object.fromEntries(given) as Document) : given;
  const command: Document = {
    ...(typeof written["toBSON"] === "function" ? (written["toBSON"] as () => Document)() : written),
  };
  if (typeof command["toBSON"] === "function")
    throw new MongoInvalidArgumentError("A command's toBSON() must give a plain document");
  if (Object.keys(command)[0] === "dojoProfile" && ("clear" in command || "latency" in command)) {
    throw new MongoServerError({
      ok: 0,
      code: 13,
      codeName: "Unauthorized",
      errmsg: "not authorized on admin to execute command dojoProfile with clear or latency",
    });
  }
  return command;
}

/** Throws the reply when it says `ok: 0`. */
export function check(reply: Document): Document {
  if (reply["ok"] !== 1) throw new MongoServerError(reply);
  return reply;
}
