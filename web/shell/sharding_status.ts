/** The output of `sh.status()`: <https://www.mongodb.com/docs/manual/reference/method/sh.status/>. */
import type { Document } from "bson";
import type { Context } from "./context.js";
import { toNumber } from "./context.js";
import type { Database } from "./database.js";
import { MongoshInvalidInputError } from "./errors.js";
import { onOneLine, Sections } from "./sections.js";

/** Chunks of a collection that are shown without `verbose`. */
const SHOWN_CHUNKS = 20;
/** Milliseconds of "the last 24 hours". */
const DAY = 86_400_000;

const yes = (is: boolean): string => (is ? "yes" : "no");

const all = (config: Database, name: string, filter: Document = {}, sort: Document = { _id: 1 }): Document[] =>
  config.getCollection(name).find(filter).sort(sort).toArray() as Document[];

/** The whole cluster: shards, routers, balancer, databases and chunks. */
export function shardingStatus(context: Context, config: Database, verbose: boolean): Sections {
  const version = config.getCollection("version").findOne();
  if (version === null) {
    const advice = "Be sure you are connecting to a mongos from the shell and not to a mongod.";
    throw new MongoshInvalidInputError(`This db does not have sharding enabled. ${advice}`, "SHAPI-10003");
  }
  const routers = all(config, "mongos", {}, { ping: -1 });
  return new Sections({
    shardingVersion: version,
    shards: all(config, "shards"),
    "active mongoses": verbose ? routers : counted(routers),
    // A constant since server version 6, whatever the setting.
    autosplit: { "Currently enabled": "yes" },
    balancer: balancer(context, config),
    ...distribution(context),
    databases: databases(config, verbose),
  });
}

/** Counts routers by version. */
function counted(routers: readonly Document[]): Document[] {
  const counts: Record<string, number> = {};
  for (const { mongoVersion } of routers) counts[String(mongoVersion)] = (counts[String(mongoVersion)] ?? 0) + 1;
  return Object.entries(counts).map(([version, count]) => ({ [version]: count }));
}

function balancer(context: Context, config: Database): Document {
  const { mode, inBalancerRound } = context.run("admin", { balancerStatus: 1 });
  return {
    "Currently enabled": yes(mode !== "off"),
    "Currently running": yes(inBalancerRound === true),
    "Failed balancer rounds in last 5 attempts": 0,
    "Migration Results for the last 24 hours": migrations(context, config),
  };
}

function migrations(context: Context, config: Database): Document | string {
  const since = new Date(context.engine.clock.now().getTime() - DAY);
  const count = config.getCollection("changelog").countDocuments({ what: "moveChunk.commit", time: { $gt: since } });
  return count === 0 ? "No recent migrations" : { [count]: "Success" };
}

/** The share of each sharded collection on each shard, if the server reports it. */
function distribution(context: Context): Record<string, unknown> {
  const reply = context.tryRun("admin", { aggregate: 1, pipeline: [{ $shardedDataDistribution: {} }], cursor: {} });
  return reply["ok"] === 1 ? { shardedDataDistribution: (reply["cursor"] as Document)["firstBatch"] as unknown } : {};
}

function databases(config: Database, verbose: boolean): Document[] {
  const own = { _id: "config", primary: "config", partitioned: true };
  const found = [own, ...all(config, "databases").filter(({ _id }) => _id !== own._id)].sort((a, b) =>
    String(a._id) < String(b._id) ? -1 : 1,
  );
  const collections = all(config, "collections").filter(
    ({ key, unsplittable }) => key !== undefined && unsplittable !== true,
  );
  return found.map((database) => {
    const inside = collections.filter(({ _id }) => String(_id).startsWith(`${String(database["_id"])}.`));
    return {
      database,
      collections: Object.fromEntries(inside.map((one) => [String(one["_id"]), collection(config, one, verbose)])),
    };
  });
}

function collection(config: Database, { uuid, key, unique, noBalance }: Document, verbose: boolean): Document {
  const chunks = all(config, "chunks", { uuid }, { min: 1 });
  const byShard = new Map<string, number>();
  for (const { shard } of chunks) byShard.set(String(shard), (byShard.get(String(shard)) ?? 0) + 1);
  const shown: unknown[] = chunks.slice(0, verbose ? chunks.length : SHOWN_CHUNKS).map(chunkLine);
  if (shown.length < chunks.length) shown.push("too many chunks to print, use verbose if you want to force print");
  return {
    shardKey: key as unknown,
    unique: unique === true,
    balancing: noBalance !== true,
    chunkMetadata: [...byShard].sort().map(([shard, nChunks]) => ({ shard, nChunks })),
    chunks: shown,
    tags: [],
  };
}

function chunkLine({ min, max, shard, lastmod, jumbo }: Document): object {
  const line: Document = { min: min as unknown, max: max as unknown, "on shard": shard as unknown };
  if (lastmod !== undefined) line["last modified"] = lastmod as unknown;
  if (jumbo === true) line["jumbo"] = "yes";
  return onOneLine(line);
}

/** The distribution of a sharded collection: `db.collection.getShardDistribution()`. */
export function shardDistribution(config: Database, namespace: string, stats: () => Document): Sections {
  const sharded = config.getCollection("collections").findOne({ _id: namespace, unsplittable: { $ne: true } });
  if (sharded === null) {
    throw new MongoshInvalidInputError(
      `Collection ${namespace.slice(namespace.indexOf(".") + 1)} is not sharded`,
      "SHAPI-10001",
    );
  }
  const { count, size, shards } = stats();
  const [docs, data] = [toNumber(count), toNumber(size)];
  const value: Record<string, unknown> = {};
  const totals: Record<string, unknown> = { data: bytes(data), docs, chunks: 0 };
  let total = 0;
  for (const [name, part] of Object.entries(shards as Document) as [string, Document][]) {
    const [own, ownData] = [toNumber(part["count"]), toNumber(part["size"])];
    const chunks = config.getCollection("chunks").countDocuments({ uuid: sharded["uuid"], shard: name }) as number;
    const host = (config.getCollection("shards").findOne({ _id: name }) as Document | null)?.["host"] as unknown;
    total += chunks;
    value[`Shard ${name} at ${String(host)}`] = {
      data: bytes(ownData),
      docs: own,
      chunks,
      "estimated data per chunk": bytes(chunks === 0 ? 0 : ownData / chunks),
      "estimated docs per chunk": chunks === 0 ? 0 : Math.floor(own / chunks),
    };
    totals[`Shard ${name}`] = [
      `${percent(ownData, data)} % data`,
      `${percent(own, docs)} % docs in cluster`,
      `${bytes(own === 0 ? 0 : ownData / own)} avg obj size on shard`,
    ];
  }
  totals["chunks"] = total;
  return new Sections({ ...value, Totals: totals });
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part / whole) * 10_000) / 100);

/** Formats a byte count, truncated rather than rounded: whole bytes and KiB, hundredths of larger units. */
function bytes(count: number): string {
  if (count < 1024) return `${Math.floor(count)}B`;
  if (count < 1024 ** 2) return `${Math.floor(count / 1024)}KiB`;
  const [unit, name] = count < 1024 ** 3 ? [1024 ** 2, "MiB"] : [1024 ** 3, "GiB"];
  return `${Math.floor((count / (unit as number)) * 100) / 100}${name}`;
}
