/**
 * `sh`: short names for the commands of a sharded cluster.
 * Reference: <https://www.mongodb.com/docs/manual/reference/method/js-sharding/>.
 */
import type { Document } from "bson";
import { requireTypes } from "./arguments.js";
import { replyOf, unsupported, type Context } from "./context.js";
import type { Database } from "./database.js";
import { helpOf, SHARDING_HELP } from "./help.js";
import type { Mongo } from "./mongo.js";
import { connected, namespace } from "./replication.js";
import type { Sections } from "./sections.js";
import { markFromServer } from "./server_value_marks.js";
import { shardingStatus } from "./sharding_status.js";
import type { Shell } from "./shell.js";

/** Why some methods are refused. */
const NOT_SIMULATED = "is not part of the simulated cluster";

/** mongosh's warning without a cluster; the command is sent anyway, and fails. */
const NO_MONGOS =
  "Warning: MongoshWarning: [SHAPI-10003] You are not connected to a mongos. This command may not work as expected.";

/** Warns when methods for clusters are called on a standalone server. */
export function warnWithoutMongos(context: Context): void {
  if (!context.engine.isCluster) context.note(NO_MONGOS);
}

/** The database of a cluster's metadata. */
export function configOfCluster(context: Context, mongo: Mongo): Database {
  warnWithoutMongos(context);
  return mongo.getDB("config");
}

/** `sh.status()` and `db.printShardingStatus()`. */
export function printStatus(context: Context, mongo: Mongo, verbose?: boolean): Sections {
  return shardingStatus(context, configOfCluster(context, mongo), verbose === true);
}

/**
 * Methods whose command the simulated cluster lacks, with the types of their arguments. A standalone server has none of
 * them.
 */
const ABSENT: Record<string, readonly [command: string, ...types: string[]]> = {
  abortReshardCollection: ["abortReshardCollection", "string"],
  addShardTag: ["addShardToZone", "string", "string"],
  addShardToZone: ["addShardToZone", "string", "string"],
  addTagRange: ["updateZoneKeyRange", "string", "object", "object", "string"],
  balancerCollectionStatus: ["balancerCollectionStatus", "string"],
  commitReshardCollection: ["commitReshardCollection", "string"],
  moveCollection: ["moveCollection", "string", "string"],
  moveRange: ["moveRange", "string", "string"],
  removeRangeFromZone: ["updateZoneKeyRange", "string", "object", "object"],
  removeShardFromZone: ["removeShardFromZone", "string", "string"],
  removeShardTag: ["removeShardFromZone", "string", "string"],
  removeTagRange: ["updateZoneKeyRange", "string", "object", "object"],
  reshardCollection: ["reshardCollection", "string", "object"],
  unshardCollection: ["unshardCollection", "string"],
  updateZoneKeyRange: ["updateZoneKeyRange", "string", "object", "object", "string"],
};

/** The global `sh`. */
export function sharding(shell: Shell): object {
  const { context } = shell;
  const admin = (command: Document): Document => {
    warnWithoutMongos(context);
    return replyOf(context.run("admin", command));
  };
  /** Makes a method that checks its arguments against these type names and sends a command built from them. */
  const sends =
    <T extends unknown[]>(
      name: string,
      types: readonly string[],
      command: (...given: T) => Document,
      required = types.length,
    ) =>
    (...given: T): Document => {
      requireTypes(`Shard.${name}`, given, types, required);
      return admin(command(...given));
    };
  const absent = ([name, [command, ...types]]: readonly [string, readonly [string, ...string[]]]) => {
    const send = sends(name, types, (first: unknown) => ({ [command]: first }));
    return [
      name,
      (...given: [unknown]) =>
        context.engine.isCluster
          ? unsupported(`sh.${name}()`, `is not supported here: it ${NOT_SIMULATED}`)
          : send(...given),
    ] as const;
  };
  const balancing = (name: string, off: boolean) => (ns: string) => {
    requireTypes(`Shard.${name}`, [ns], ["string"]);
    const collections = configOfCluster(context, shell.mongo).getCollection("collections");
    return collections.updateOne(
      { _id: ns },
      { $set: { noBalance: off } },
      { writeConcern: { w: "majority", wtimeout: 60_000 } },
    );
  };
  const start = sends("startBalancer", ["number"], (maxTimeMS = 60_000) => ({ balancerStart: 1, maxTimeMS }), 0);
  const stop = sends("stopBalancer", ["number"], (maxTimeMS = 60_000) => ({ balancerStop: 1, maxTimeMS }), 0);
  return namespace(
    "sh",
    NOT_SIMULATED,
    {
      ...Object.fromEntries(Object.entries(ABSENT).map(absent)),
      help: helpOf(SHARDING_HELP),
      status: (verbose?: boolean) => printStatus(context, shell.mongo, verbose),
      addShard: sends("addShard", ["string"], (url: string) => ({ addShard: url })),
      listShards: () => markFromServer(admin({ listShards: 1 })["shards"] as Document[]),
      isConfigShardEnabled: () => configShard(admin({ listShards: 1 })["shards"] as Document[]),
      enableSharding: sends(
        "enableSharding",
        ["string", "string"],
        (database: string, primaryShard?: string) => ({
          enableSharding: database,
          ...(primaryShard === undefined ? {} : { primaryShard }),
        }),
        1,
      ),
      shardCollection: sends("shardCollection", ["string", "object", "boolean|object", "object"], shardCollection, 2),
      splitAt: sends("splitAt", ["string", "object"], (ns: string, middle: Document) => ({ split: ns, middle })),
      splitFind: sends("splitFind", ["string", "object"], (ns: string, find: Document) => ({ split: ns, find })),
      moveChunk: sends("moveChunk", ["string", "object", "string"], (ns: string, find: Document, to: string) => ({
        moveChunk: ns,
        find,
        to,
      })),
      getBalancerState: () => admin({ balancerStatus: 1 })["mode"] !== "off",
      isBalancerRunning: () => admin({ balancerStatus: 1 }),
      startBalancer: start,
      stopBalancer: stop,
      setBalancerState: (on: boolean) => {
        requireTypes("Shard.setBalancerState", [on], ["boolean"]);
        return on ? start() : stop();
      },
      enableBalancing: balancing("enableBalancing", false),
      disableBalancing: balancing("disableBalancing", true),
    },
    connected("Shard", shell),
  );
}

/** The third argument is either whether the key is unique or the options. */
function shardCollection(ns: string, key: Document, unique?: boolean | Document, options?: Document): Document {
  const given =
    typeof unique === "object"
      ? { ...unique, ...options }
      : { ...(unique === undefined ? {} : { unique }), ...options };
  return { shardCollection: ns, key, ...given };
}

/** The shard that also stores the metadata, if there is one. */
function configShard(shards: Document[]): Document {
  const found = shards.find((shard) => shard["_id"] === "config");
  if (!found) return { enabled: false };
  return {
    enabled: true,
    host: found["host"] as unknown,
    ...(found["tags"] === undefined ? {} : { tags: found["tags"] as unknown }),
  };
}
