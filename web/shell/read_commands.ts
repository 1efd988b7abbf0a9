/** Builds the commands of the reading methods, also for explaining them. */
import { ObjectId, type Document } from "bson";
import { addOptions, optionsOf, type Context } from "./context.js";
import { keepingBsonRegExp } from "./decode.js";
import { sortOf } from "./sort.js";
import { MongoInvalidArgumentError } from "./errors.js";

const FIND_OPTIONS = [
  "sort",
  "limit",
  "skip",
  "hint",
  "min",
  "max",
  "collation",
  "comment",
  "maxTimeMS",
  "batchSize",
  "allowDiskUse",
  "returnKey",
  "showRecordId",
  "singleBatch",
  "let",
  "tailable",
  "awaitData",
  "noCursorTimeout",
  "allowPartialResults",
  "readConcern",
];

/** `find` with its filter, projection and options. */
export function findCommand(
  context: Context,
  collection: string,
  filter: unknown,
  projection: unknown,
  options: unknown,
): Document {
  if (filter !== undefined && (typeof filter !== "object" || Array.isArray(filter))) {
    throw new MongoInvalidArgumentError("Query filter must be a plain object or ObjectId");
  }
  // An ObjectId as a filter matches the document with this `_id`.
  const wanted = filter instanceof ObjectId ? { _id: filter } : filter;
  const command: Document = { find: collection, filter: wanted === undefined ? {} : wanted };
  const fields: unknown = projection ?? optionsOf("find", options)["projection"];
  if (fields !== undefined && fields !== null) command["projection"] = fields;
  addOptions(context, "find", options, command, FIND_OPTIONS);
  if (command["sort"] !== undefined) command["sort"] = sortOf(command["sort"]);
  return command;
}

/**
 * The context in which a find or an aggregation with these options runs; with `bsonRegExp`, decoding keeps regular
 * expressions as stored.
 */
export function contextFor(context: Context, options: unknown): Context {
  if ((options as Document | null | undefined)?.["bsonRegExp"] !== true) return context;
  return { ...context, run: (db, command) => keepingBsonRegExp(() => context.run(db, command)) };
}

const AGGREGATE_OPTIONS = [
  "allowDiskUse",
  "bypassDocumentValidation",
  "collation",
  "comment",
  "hint",
  "let",
  "maxTimeMS",
  "writeConcern",
  "readConcern",
];

/**
 * `aggregate` from either form of its arguments. `explained` is the requested verbosity, `writes` is whether the
 * pipeline stores its result.
 */
export function aggregateCommand(
  context: Context,
  target: string | 1,
  given: readonly unknown[],
): { command: Document; explained: string | boolean | undefined; writes: boolean; batchSize: unknown } {
  let pipeline: unknown[];
  let options: unknown;
  if (given.length === 0 || given[0] === undefined) pipeline = [];
  else if (Array.isArray(given[0])) [pipeline, options] = given as [unknown[], unknown];
  else pipeline = [...given];
  if (pipeline.includes(null)) throw new TypeError("Cannot convert undefined or null to object");
  const { explain, cursor, batchSize } = optionsOf("aggregate", options);
  const command: Document = {
    aggregate: target,
    pipeline: [...pipeline],
    cursor: { ...(cursor as Document | undefined) },
  };
  if (batchSize !== undefined) (command["cursor"] as Document)["batchSize"] = batchSize;
  addOptions(context, "aggregate", options, command, AGGREGATE_OPTIONS);
  const last: unknown = pipeline.at(-1);
  const writes = typeof last === "object" && last !== null && ("$out" in last || "$merge" in last);
  const explained = explain === undefined || explain === false ? undefined : (explain as string | boolean);
  return { command, explained, writes, batchSize };
}

/**
 * The command with which the engine previews an `aggregate` command stage by stage, without running `$out` or `$merge`.
 */
export function stagesCommand(aggregate: Document, sample: number): Document {
  const command: Document = {
    dojoStages: aggregate["aggregate"] as unknown,
    pipeline: aggregate["pipeline"] as unknown,
    sample,
  };
  for (const option of ["let", "collation", "hint"])
    if (aggregate[option] !== undefined) command[option] = aggregate[option];
  return command;
}

/** `findAndModify` from its options or those of its modern forms. */
export function findAndModifyCommand(
  context: Context,
  method: string,
  collection: string,
  options: Document,
): Document {
  const { query, update, remove } = options;
  const command: Document = { findAndModify: collection, query: query ?? {} };
  if (options["sort"] !== undefined && options["sort"] !== null) command["sort"] = sortOf(options["sort"]);
  if (remove) command["remove"] = true;
  else {
    command["update"] = update;
    command["new"] = options["new"] === true;
    command["upsert"] = options["upsert"] === true;
  }
  const fields: unknown = options["fields"] ?? options["projection"];
  if (fields !== undefined) command["fields"] = fields;
  return addOptions(context, method, options, command, [
    "arrayFilters",
    "collation",
    "hint",
    "let",
    "comment",
    "maxTimeMS",
    "bypassDocumentValidation",
    "writeConcern",
  ]);
}
