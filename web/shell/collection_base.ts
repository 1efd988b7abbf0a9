/** The base of a collection's methods: its name, its database, and its connection to the engine. */
import type { Document } from "bson";
import { watch, type ChangeStreamCursor } from "./change_stream.js";
import { check, copyCommand, optionsOf, replyOf, toNumber, unsupported, type Context } from "./context.js";
import { requireTypes } from "./arguments.js";
import { AggregationCursor } from "./cursor.js";
import type { Database } from "./database.js";
import { MongoshInvalidInputError, MongoshRuntimeError } from "./errors.js";
import { PlanCache } from "./plan_cache.js";
import { PRINT } from "./printing.js";
import type { Sections } from "./sections.js";
import { markFromServer } from "./server_value_marks.js";
import { configOfCluster } from "./sharding.js";
import { shardDistribution } from "./sharding_status.js";

/** Names, statistics and administration of a collection. */
export class CollectionBase {
  protected readonly _context: Context;
  protected readonly _database: Database;
  protected readonly _name: string;
  /** Cached: reading it from the database would go through a proxy. */
  protected readonly _databaseName: string;

  constructor(context: Context, database: Database, name: string) {
    this._context = context;
    this._database = database;
    this._name = name;
    this._databaseName = database.getName();
  }

  protected _run(command: Document): Document {
    return this._context.run(this._databaseName, command);
  }

  getName(): string {
    return this._name;
  }
  getFullName(): string {
    return `${this._databaseName}.${this._name}`;
  }
  getDB(): Database {
    return this._database;
  }
  getMongo(): unknown {
    return this._database.getMongo();
  }
  getCollection(name: string): unknown {
    return this._database.getCollection(`${this._name}.${name}`);
  }
  toString(): string {
    return this.getFullName();
  }
  [PRINT](): string {
    return this.getFullName();
  }

  /** Statistics, as `collStats` returns them. */
  stats(options?: Document | number): Document {
    const given: Document = typeof options === "number" ? { scale: options } : optionsOf("Collection.stats", options);
    const { scale, indexDetails, indexDetailsKey, indexDetailsName } = given;
    if (indexDetailsKey && indexDetailsName) {
      throw new MongoshInvalidInputError("Cannot filter indexDetails on both indexDetailsKey and indexDetailsName");
    }
    if (indexDetailsKey && typeof indexDetailsKey !== "object") {
      throw new MongoshInvalidInputError(
        `Expected options.indexDetailsKey to be a document, got ${typeof indexDetailsKey}`,
      );
    }
    if (indexDetailsName && typeof indexDetailsName !== "string") {
      throw new MongoshInvalidInputError(
        `Expected options.indexDetailsName to be a string, got ${typeof indexDetailsName}`,
      );
    }
    const reply = replyOf(this._run({ collStats: this._name }));
    // Shown only on request.
    if (indexDetails !== true) delete reply["indexDetails"];
    // mongosh reads statistics with a stage that rejects a missing collection; the command does not.
    if (reply["nindexes"] === 0)
      this._run({ aggregate: this._name, pipeline: [{ $collStats: { storageStats: {} } }], cursor: {} });
    return statistics(reply, toNumber(scale) || 1);
  }
  dataSize(): number {
    return toNumber(this.stats()["size"]);
  }
  storageSize(): number {
    return toNumber(this.stats()["storageSize"]);
  }
  totalIndexSize(...given: unknown[]): number {
    if (given.length > 0) {
      throw new MongoshInvalidInputError(
        '"totalIndexSize" takes no argument. Use db.collection.stats to get detailed information.',
      );
    }
    return toNumber(this.stats()["totalIndexSize"]);
  }
  totalSize(): number {
    const stats = this.stats();
    return toNumber(stats["storageSize"]) + toNumber(stats["totalIndexSize"]);
  }
  isCapped(): boolean {
    const info = this.exists();
    if (!info) throw new MongoshRuntimeError(`collection ${this.getFullName()} not found`);
    return (info["options"] as Document)["capped"] === true;
  }
  validate(options?: Document | boolean): Document {
    const full = typeof options === "boolean" ? { full: options } : optionsOf("Collection.validate", options);
    return replyOf(this._run({ validate: this._name, ...full }));
  }
  latencyStats(options: Document = {}): Document[] {
    const reply = this._run({
      aggregate: this._name,
      pipeline: [{ $collStats: { latencyStats: options } }],
      cursor: {},
    });
    return markFromServer((reply["cursor"] as Document)["firstBatch"] as Document[]);
  }
  /** The collection's entry in `listCollections`, or null. */
  exists(): Document | null {
    return this._database.getCollectionInfos({ name: this._name })[0] ?? null;
  }

  /** Drops the collection; false if it did not exist. */
  drop(_options?: Document): boolean {
    const reply = this._context.tryRun(this._databaseName, { drop: this._name });
    // NamespaceNotFound, as servers before 7.0 replied.
    if (reply["ok"] !== 1 && reply["code"] === 26) return false;
    check(reply);
    return true;
  }
  renameCollection(to: string, dropTarget = false): Document {
    requireTypes("Collection.renameCollection", [to], ["string"]);
    const database = this._databaseName;
    const from = this.getFullName();
    return replyOf(this._context.run("admin", { renameCollection: from, to: `${database}.${to}`, dropTarget }));
  }
  convertToCapped(size: number): Document {
    return replyOf(this._run({ convertToCapped: this._name, size }));
  }
  compactStructuredEncryptionData(): never {
    return unsupported("Collection.compactStructuredEncryptionData()");
  }
  watch(pipeline?: Document[] | Document, options?: Document): ChangeStreamCursor {
    return watch(this._context, this._databaseName, this._name, this.getFullName(), pipeline, options);
  }
  getPlanCache(): PlanCache {
    return new PlanCache(this._context, this._database.getName(), this._name);
  }
  /** Runs a command on this collection, given as its name or its first fields. */
  runCommand(command: string | Document, options?: Document): Document {
    requireTypes("Collection.runCommand", [command], ["string|object"]);
    if (options && typeof command !== "string") {
      throw new MongoshInvalidInputError("Collection.runCommand takes a command string as its first arugment");
    }
    if (options && (command as string) in options) {
      throw new MongoshInvalidInputError('The "commandName" argument cannot be passed as an option to "runCommand".');
    }
    const given = typeof command === "string" ? { [command]: this._name, ...options } : command;
    return replyOf(this._run(copyCommand(given)));
  }
  getShardDistribution(): Sections {
    const config = configOfCluster(this._context, this._database.getMongo());
    return shardDistribution(config, this.getFullName(), () => this.stats());
  }
  /** The shards that hold the collection's documents; a standalone server has none. */
  getShardLocation(): Document {
    const { shards, sharded } = this.stats();
    return { shards: Object.keys((shards ?? {}) as Document), sharded };
  }
  getShardVersion(): Document {
    return replyOf(this._context.run("admin", { getShardVersion: this.getFullName() }));
  }
  analyzeShardKey(): never {
    return unsupported("Collection.analyzeShardKey()");
  }
  configureQueryAnalyzer(): never {
    return unsupported("Collection.configureQueryAnalyzer()");
  }
  checkMetadataConsistency(): never {
    return unsupported("Collection.checkMetadataConsistency()");
  }
  getSearchIndexes(name?: string): Document[] {
    const stage = { $listSearchIndexes: typeof name === "string" ? { name } : {} };
    return new AggregationCursor(this._context, this._databaseName, this._name, {
      aggregate: this._name,
      pipeline: [stage],
      cursor: {},
    }).toArray();
  }
  /** `createSearchIndex({ name, type, definition })`, or the parts as separate arguments. */
  createSearchIndex(...given: unknown[]): Document {
    const [first, second, third] = given;
    if (typeof first === "string") {
      const typed = typeof second === "string" ? { type: second, definition: third } : { definition: second };
      return this.createSearchIndexes([{ name: first, ...typed }]);
    }
    const whole = first as Document | undefined;
    return this.createSearchIndexes([whole && "definition" in whole ? whole : { name: "default", definition: whole }]);
  }
  createSearchIndexes(indexes: Document[]): Document {
    return replyOf(this._run({ createSearchIndexes: this._name, indexes }));
  }
  updateSearchIndex(name: string, definition: Document): void {
    requireTypes("Collection.updateSearchIndex", [name, definition], ["string", "object"]);
    this._run({ updateSearchIndex: this._name, name, definition });
  }
  dropSearchIndex(name: string): void {
    requireTypes("Collection.dropSearchIndex", [name], ["string"]);
    this._run({ dropSearchIndex: this._name, name });
  }
}

/** The field order of mongosh, which assembles a collection's statistics from each shard's part. */
const STATISTICS =
  "ok capped wiredTiger max sharded size count numOrphanDocs storageSize totalIndexSize totalSize timeseries indexSizes avgObjSize maxSize ns nindexes scaleFactor".split(
    " ",
  );
/** Fields of the server's reply that mongosh does not show. */
const HIDDEN = new Set(["freeStorageSize", "indexBuilds"]);
/** Byte counts that a scale divides; mongosh divides them itself, and keeps fractions. */
const SCALED = ["size", "storageSize", "totalIndexSize", "totalSize", "maxSize"];

function statistics(reply: Document, scale: number): Document {
  const all: Document = { avgObjSize: 0, ...scaled(reply, scale), sharded: reply["sharded"] === true };
  const names = new Set([...STATISTICS, ...Object.keys(all)]);
  return markFromServer(
    Object.fromEntries(
      [...names].filter((name) => name in all && !HIDDEN.has(name)).map((name) => [name, all[name] as unknown]),
    ),
  );
}

/** A reply with scaled byte counts, including those of each shard. */
function scaled(reply: Document, scale: number): Document {
  const all: Document = { ...reply, scaleFactor: scale };
  if (scale === 1) return all;
  for (const name of SCALED) if (name in all) all[name] = toNumber(all[name]) / scale;
  const each = (name: string, change: (value: never) => unknown): void => {
    if (name in all)
      all[name] = Object.fromEntries(
        Object.entries(all[name] as Document).map(([key, value]) => [key, change(value as never)]),
      );
  };
  each("indexSizes", (size: unknown) => toNumber(size) / scale);
  each("shards", (shard: Document) => scaled(shard, scale));
  return all;
}
