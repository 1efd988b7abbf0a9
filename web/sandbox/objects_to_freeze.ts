/** The classes and functions that scripts can reach: the guard freezes them and all objects reachable from them. */
import {
  Binary,
  BSONError,
  BSONOffsetError,
  BSONRegExp,
  BSONRuntimeError,
  BSONSymbol,
  BSONValue,
  BSONVersionError,
  Code,
  DBRef,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from "bson";

import * as failure from "../grader/failure.js";
import * as bulk from "../shell/bulk.js";
import * as changeStream from "../shell/change_stream.js";
import * as clientBulk from "../shell/client_bulk.js";
import * as collection from "../shell/collection.js";
import * as indexes from "../shell/collection_indexes.js";
import * as cursor from "../shell/cursor.js";
import * as database from "../shell/database.js";
import * as engine from "../shell/engine.js";
import * as errors from "../shell/errors.js";
import * as explainable from "../shell/explainable.js";
import * as gridfs from "../shell/gridfs.js";
import * as help from "../shell/help.js";
import * as mongo from "../shell/mongo.js";
import * as planCache from "../shell/plan_cache.js";
import * as replication from "../shell/replication.js";
import * as rewrite from "../shell/rewrite.js";
import * as sections from "../shell/sections.js";
import * as serverFunctions from "../shell/server_functions.js";
import * as session from "../shell/session.js";
import * as sharding from "../shell/sharding.js";
import * as shell from "../shell/shell.js";
import * as syncPromise from "../shell/sync_promise.js";
import * as timers from "../shell/timers.js";

/** Named one by one, so that the rest of the library, which no script can reach, stays out of the bundle. */
const bson = {
  Binary,
  BSONError,
  BSONOffsetError,
  BSONRegExp,
  BSONRuntimeError,
  BSONSymbol,
  BSONValue,
  BSONVersionError,
  Code,
  DBRef,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
};

const modules = [
  bson,
  bulk,
  changeStream,
  clientBulk,
  collection,
  indexes,
  cursor,
  database,
  engine,
  errors,
  explainable,
  failure,
  gridfs,
  help,
  mongo,
  planCache,
  replication,
  rewrite,
  sections,
  serverFunctions,
  session,
  sharding,
  shell,
  syncPromise,
  timers,
];

/** Small integers that the library caches and shares. */
const cachedLongs = Array.from({ length: 384 }, (_, at) =>
  at < 256 ? Long.fromInt(at, true) : Long.fromInt(at - 384),
).concat(Array.from({ length: 128 }, (_, at) => Long.fromInt(at)));

/** The set of unhandled promises, which must stay mutable. */
const CHANGING = new Set<unknown>([syncPromise.unhandled]);

export const objectsToFreeze: readonly object[] = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter(
    (value): value is object => value !== null && /^(object|function)$/.test(typeof value) && !CHANGING.has(value),
  )
  .concat(cachedLongs);
