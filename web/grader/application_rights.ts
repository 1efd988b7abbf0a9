/**
 * The commands that a learner's functions may run: all that read or write an application's data. A server's own
 * counters and logs are for its administrators; they outlive a client, and a program could use them as memory outside
 * the database.
 *
 * On a server such a user has the role `readWrite`: <https://www.mongodb.com/docs/manual/reference/built-in-roles/>.
 */
import type { Document } from "bson";

import type { Operation } from "../shell/engine.js";
import { MongoServerError } from "../shell/errors.js";

/** Forbidden commands, which concern the server, in lower case. */
const COMMANDS = new Set(
  [
    "serverStatus",
    "top",
    "profile",
    "currentOp",
    "killOp",
    "getLog",
    "setParameter",
    "getParameter",
    "configureFailPoint",
    "planCacheSetFilter",
    "planCacheListFilters",
    "planCacheClearFilters",
    "planCacheClear",
    "createUser",
    "updateUser",
    "dropUser",
    "usersInfo",
    "createRole",
    "updateRole",
    "dropRole",
    "rolesInfo",
    "getCmdLineOpts",
    "hostInfo",
    "replSetGetStatus",
    "connPoolStats",
    "lockInfo",
    "fsync",
    "logRotate",
    "shutdown",
    "listSessions",
    "dojoProfile",
  ].map((name) => name.toLowerCase()),
);

/** Forbidden stages, which show earlier activity; one only with an option. */
const STAGES = new Set([
  "$indexStats",
  "$planCacheStats",
  "$currentOp",
  "$listSessions",
  "$listLocalSessions",
  "$queryStats",
]);
const COUNTERS = ["latencyStats", "queryExecStats"];

/** Collections that the server writes itself. */
const SERVER_RECORDS = /^(?:[^.]*\.)?system\.(?:profile|users|roles|version)$/;

const UNAUTHORIZED = 13;

/** @throws MongoServerError if an application's user is not authorized for the operation */
export function requireApplicationCommand({ db, name, command }: Operation): void {
  const inner: unknown = name === "explain" ? command[name] : null;
  const asked = inner !== null && typeof inner === "object" ? (inner as Document) : command;
  const [verb = ""] = Object.keys(asked);
  const target: unknown = asked[verb];
  const refused =
    COMMANDS.has(verb.toLowerCase()) ||
    (typeof target === "string" && SERVER_RECORDS.test(target)) ||
    [asked["pipeline"], asked["viewOn"], asked["nsInfo"]].some(
      (part) => part !== undefined && readsServerRecords(part, 0),
    );
  if (!refused) return;
  const what = typeof target === "string" ? JSON.stringify(target) : "1";
  const errmsg = `not authorized on ${db} to execute command { ${verb}: ${what} }: functions run as a user with the role readWrite`;
  throw new MongoServerError({ ok: 0, code: UNAUTHORIZED, codeName: "Unauthorized", errmsg });
}

/** Whether a part of a pipeline reads the server's own records. */
function readsServerRecords(part: unknown, depth: number): boolean {
  if (typeof part === "string") return SERVER_RECORDS.test(part);
  if (part === null || typeof part !== "object" || depth > 100) return false;
  if (Array.isArray(part)) return part.some((item) => readsServerRecords(item, depth + 1));
  return Object.entries(part).some(
    ([key, value]) =>
      STAGES.has(key) || (key === "$collStats" && hasCounters(value)) || readsServerRecords(value, depth + 1),
  );
}

const hasCounters = (options: unknown): boolean =>
  options !== null && typeof options === "object" && COUNTERS.some((name) => Object.hasOwn(options, name));
