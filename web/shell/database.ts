/** A database as scripts see it: `db`, whose unknown properties are collections. Reference: <https://www.mongodb.com/docs/manual/reference/method/js-database/>. */
import type { Document } from "bson";
import { requireTypes } from "./arguments.js";
import { watch, type ChangeStreamCursor } from "./change_stream.js";
import { hidden, isCollectionName, isInternal, makeCollection, type Collection } from "./collection.js";
import { CommandCursor } from "./collection_indexes.js";
import { copyCommand, optionsOf, replyOf, requireArguments, toNumber, unsupported, type Context } from "./context.js";
import { AggregationCursor, explain } from "./cursor.js";
import { MongoshDeprecatedError, MongoshInvalidInputError } from "./errors.js";
import { classHelp, DATABASE_HELP, withHelp, type Help } from "./help.js";
import type { Mongo } from "./mongo.js";
import { PRINT } from "./printing.js";
import { notReplicated } from "./replication.js";
import { aggregateCommand } from "./read_commands.js";
import { Sections } from "./sections.js";
import { contextOf, takeSession } from "./session_option.js";
import { printStatus } from "./sharding.js";
import { create, dropAll, getOne, userCommand } from "./users.js";

/** mongosh's methods that need users, replication, sharding or an operating system. */
const UNSUPPORTED = [
  "auth",
  "disableFreeMonitoring",
  "enableFreeMonitoring",
  "getFreeMonitoringStatus",
  "rotateCertificates",
  "shutdownServer",
  "sql",
  "createEncryptedCollection",
  "checkMetadataConsistency",
] as const;

/** All methods of a database. */
export class DatabaseMethods {
  readonly _context: Context;
  readonly _mongo: Mongo;
  readonly _name: string;
  /** The proxy that scripts hold, once it exists. */
  _proxy!: Database;
  readonly #collections = new Map<string, Collection>();

  constructor(context: Context, mongo: Mongo, name: string) {
    this._context = context;
    this._mongo = mongo;
    this._name = name;
  }

  getName(): string {
    return this._name;
  }
  getMongo(): Mongo {
    return this._mongo;
  }
  getSiblingDB(name: string): Database {
    requireTypes("Database.getSiblingDB", [name], ["string"]);
    return this._mongo.getDB(name);
  }
  getSisterDB(name: string): Database {
    return this.getSiblingDB(name);
  }
  getCollection(name: string): Collection {
    const known = this.#collections.get(name);
    if (known) return known;
    requireTypes("Database.getColl", [name], ["string"]);
    if (name.trim() === "" || /[$\x00]/.test(name))
      throw new MongoshInvalidInputError(`Invalid collection name: ${name}`);
    const collection = makeCollection(this._context, this._proxy, name);
    this.#collections.set(name, collection);
    return collection;
  }
  toString(): string {
    return this._name;
  }
  [PRINT](): string {
    return this._name;
  }

  runCommand(command: Document | string, options?: Document): Document {
    requireTypes("Database.runCommand", [command], ["string|object"]);
    const whole = typeof command === "string" ? { [command]: 1, ...options } : command;
    return replyOf(this._context.run(this._name, copyCommand(whole)));
  }
  adminCommand(command: Document | string): Document {
    requireTypes("Database.adminCommand", [command], ["string|object"]);
    return replyOf(this._context.run("admin", copyCommand(typeof command === "string" ? { [command]: 1 } : command)));
  }
  aggregate(...given: unknown[]): AggregationCursor | Document {
    const { command, explained, writes, batchSize } = aggregateCommand(this._context, 1, given);
    if (explained !== undefined) return explain(this._context, this._name, command, explained);
    const cursor = new AggregationCursor(this._context, this._name, "$cmd.aggregate", command, batchSize);
    return writes ? cursor.open() : cursor;
  }

  getCollectionNames(): string[] {
    return this.getCollectionInfos({}, { nameOnly: true }).map((info) => String(info["name"]));
  }
  getCollectionInfos(filter: Document = {}, options?: Document): Document[] {
    const given = typeof options === "object" && options !== null ? options : {};
    const command = { listCollections: 1, filter, ...given };
    const infos = new CommandCursor(this._context, this._name, "$cmd.listCollections", command).toArray();
    return infos.sort((a, b) => (String(a["name"]) < String(b["name"]) ? -1 : 1));
  }
  createCollection(name: string, options?: Document): Document {
    requireTypes("Database.createCollection", [name], ["string"]);
    return replyOf(this._context.run(this._name, { create: name, ...optionsOf("Database.createCollection", options) }));
  }
  createView(name: string, source: string, pipeline: Document[] | Document, options?: Document): Document {
    requireTypes("Database.createView", [name, source, pipeline], ["string", "string", undefined]);
    return replyOf(this._context.run(this._name, { create: name, viewOn: source, pipeline, ...options }));
  }
  dropDatabase(): Document {
    const reply = replyOf(this._context.run(this._name, { dropDatabase: 1 }));
    return { ok: reply["ok"], dropped: this._name };
  }

  stats(options?: Document | number): Document {
    const scale = typeof options === "number" ? options : (optionsOf("Database.stats", options)["scale"] ?? 1);
    return replyOf(this._context.run(this._name, { dbStats: 1, scale }));
  }
  serverStatus(options?: Document): Document {
    return replyOf(this._context.run("admin", { serverStatus: 1, ...options }));
  }
  hello(): Document {
    return replyOf(this._context.run(this._name, { hello: 1 }));
  }
  isMaster(): Document {
    return replyOf(this._context.run(this._name, { isMaster: 1 }));
  }
  serverBuildInfo(): Document {
    return replyOf(this._context.run("admin", { buildInfo: 1 }));
  }
  version(): string {
    return String(this.serverBuildInfo()["version"]);
  }
  hostInfo(): Document {
    return this.adminCommand({ hostInfo: 1 });
  }
  serverCmdLineOpts(): Document {
    return this.adminCommand({ getCmdLineOpts: 1 });
  }
  currentOp(options: Document | boolean = {}): Document {
    const all = typeof options === "boolean" ? { $all: options } : options;
    return this.adminCommand({ currentOp: 1, ...all });
  }
  killOp(op: number): Document {
    requireArguments("Database.killOp", [op]);
    return this.adminCommand({ killOp: 1, op });
  }
  listCommands(): Document {
    return this.runCommand({ listCommands: 1 });
  }
  commandHelp(name: string): string {
    return String(this.runCommand({ [name]: 1, help: true })["help"]);
  }
  cloneDatabase(): never {
    throw new MongoshDeprecatedError("`cloneDatabase()` was removed because it was deprecated in MongoDB 4.0");
  }
  cloneCollection(): never {
    throw new MongoshDeprecatedError("`cloneCollection()` was removed because it was deprecated in MongoDB 4.0");
  }
  copyDatabase(): never {
    throw new MongoshDeprecatedError("`copyDatabase()` was removed because it was deprecated in MongoDB 4.0");
  }
  serverBits(): number {
    return toNumber(this.serverBuildInfo()["bits"]);
  }
  /** MongoDB 5.1 removed the command, and the server says so. */
  getLastErrorObj(): Document {
    this._context.note(
      "DeprecationWarning: Database.getLastErrorObj() is deprecated and will be removed in the future.",
    );
    return replyOf(this._context.run(this._name, { getlasterror: 1 }));
  }
  getLastError(): null {
    this._context.note("DeprecationWarning: Database.getLastError() is deprecated and will be removed in the future.");
    return null;
  }
  printCollectionStats(): Sections {
    return new Sections(
      Object.fromEntries(this.getCollectionNames().map((name) => [name, this.getCollection(name).stats()])),
    );
  }

  getProfilingStatus(): Document {
    return replyOf(this._context.run(this._name, { profile: -1 }));
  }
  getProfilingLevel(): number {
    return toNumber(this.getProfilingStatus()["was"]);
  }
  setProfilingLevel(level: number, options?: Document | number): Document {
    requireTypes("Database.setProfilingLevel", [level], ["number"]);
    if (!(level >= 0 && level <= 2)) throw new MongoshInvalidInputError(`Input level ${level} is out of range [0..2]`);
    const more = typeof options === "number" ? { slowms: options } : optionsOf("Database.setProfilingLevel", options);
    return replyOf(this._context.run(this._name, { profile: level, ...more }));
  }
  getLogComponents(): Document {
    return this.adminCommand({ getParameter: 1, logComponentVerbosity: 1 })["logComponentVerbosity"] as Document;
  }
  /** `component` is a path: "storage.journal" is the component `journal` of `storage`. */
  setLogLevel(level: number, component?: string): Document {
    requireArguments("Database.setLogLevel", [level]);
    if (component !== undefined && typeof component !== "string") {
      throw new MongoshInvalidInputError(`setLogLevel component must be a string: got ${typeof component}`);
    }
    const levels = (component?.split(".") ?? []).reduceRight<Document>((inner, name) => ({ [name]: inner }), {
      verbosity: level,
    });
    return this.adminCommand({ setParameter: 1, logComponentVerbosity: levels });
  }
  /** Authentication is not needed here. */
  getUsers(options?: Document): Document {
    return replyOf(this._context.run(this._name, { usersInfo: 1, ...optionsOf("Database.getUsers", options) }));
  }
  getUser(name: string, options?: Document): Document | null {
    return getOne(this._context, this._name, "user", name, optionsOf("Database.getUser", options));
  }
  logout(): Document {
    return replyOf(this._context.run(this._name, { logout: 1 }));
  }
  createUser(user: Document, writeConcern?: Document): Document {
    return create(this._context, this._name, "user", user, writeConcern);
  }
  updateUser(name: string, changes: Document, writeConcern?: Document): Document {
    requireTypes("Database.updateUser", [name, changes], ["string", "object"]);
    return userCommand(this._context, this._name, "updateUser", name, changes, writeConcern);
  }
  changeUserPassword(name: string, pwd: string, writeConcern?: Document): Document {
    requireTypes("Database.changeUserPassword", [name, pwd], ["string", "string"]);
    return userCommand(this._context, this._name, "updateUser", name, { pwd }, writeConcern, "changeUserPassword");
  }
  dropUser(name: string, writeConcern?: Document): Document {
    return userCommand(this._context, this._name, "dropUser", name, {}, writeConcern);
  }
  dropAllUsers(writeConcern?: Document): Document {
    return dropAll(this._context, this._name, "dropAllUsersFromDatabase", writeConcern);
  }
  grantRolesToUser(name: string, roles: unknown[], writeConcern?: Document): Document {
    requireArguments("Database.grantRolesToUser", [name, roles]);
    return userCommand(this._context, this._name, "grantRolesToUser", name, { roles }, writeConcern);
  }
  revokeRolesFromUser(name: string, roles: unknown[], writeConcern?: Document): Document {
    requireArguments("Database.revokeRolesFromUser", [name, roles]);
    return userCommand(this._context, this._name, "revokeRolesFromUser", name, { roles }, writeConcern);
  }
  getRoles(options?: Document): Document {
    return replyOf(this._context.run(this._name, { rolesInfo: 1, ...optionsOf("Database.getRoles", options) }));
  }
  getRole(name: string, options?: Document): Document | null {
    return getOne(this._context, this._name, "role", name, optionsOf("Database.getRole", options));
  }
  createRole(role: Document, writeConcern?: Document): Document {
    return create(this._context, this._name, "role", role, writeConcern);
  }
  updateRole(name: string, changes: Document, writeConcern?: Document): Document {
    requireTypes("Database.updateRole", [name, changes], ["string", "object"]);
    return userCommand(this._context, this._name, "updateRole", name, changes, writeConcern);
  }
  dropRole(name: string, writeConcern?: Document): Document {
    return userCommand(this._context, this._name, "dropRole", name, {}, writeConcern);
  }
  dropAllRoles(writeConcern?: Document): Document {
    return dropAll(this._context, this._name, "dropAllRolesFromDatabase", writeConcern);
  }
  grantRolesToRole(name: string, roles: unknown[], writeConcern?: Document): Document {
    requireArguments("Database.grantRolesToRole", [name, roles]);
    return userCommand(this._context, this._name, "grantRolesToRole", name, { roles }, writeConcern);
  }
  revokeRolesFromRole(name: string, roles: unknown[], writeConcern?: Document): Document {
    requireArguments("Database.revokeRolesFromRole", [name, roles]);
    return userCommand(this._context, this._name, "revokeRolesFromRole", name, { roles }, writeConcern);
  }
  grantPrivilegesToRole(name: string, privileges: unknown[], writeConcern?: Document): Document {
    requireArguments("Database.grantPrivilegesToRole", [name, privileges]);
    return userCommand(this._context, this._name, "grantPrivilegesToRole", name, { privileges }, writeConcern);
  }
  revokePrivilegesFromRole(name: string, privileges: unknown[], writeConcern?: Document): Document {
    requireArguments("Database.revokePrivilegesFromRole", [name, privileges]);
    return userCommand(this._context, this._name, "revokePrivilegesFromRole", name, { privileges }, writeConcern);
  }
  fsyncLock(): Document {
    return this.adminCommand({ fsync: 1, lock: true });
  }
  fsyncUnlock(): Document {
    return this.adminCommand({ fsyncUnlock: 1 });
  }
  setSecondaryOk(): void {
    this._mongo.setSecondaryOk();
  }
  watch(pipeline?: Document[] | Document, options?: Document): ChangeStreamCursor {
    return watch(this._context, this._name, 1, this._name, pipeline, options);
  }
  getReplicationInfo(): never {
    return notReplicated();
  }
  printReplicationInfo(): never {
    return notReplicated();
  }
  printSecondaryReplicationInfo(): never {
    throw new MongoshInvalidInputError(
      "local.system.replset is empty. Are you connected to a replica set?",
      "SHAPI-10002",
    );
  }
  printShardingStatus(verbose?: boolean): Sections {
    return printStatus(this._context, this._mongo, verbose);
  }
  help(): Help {
    return HELP();
  }
}

/** A database with its collections. */
export interface Database extends DatabaseMethods {
  readonly [name: `${string}`]: any;
}

const HELP = classHelp("Database", DatabaseMethods, DATABASE_HELP);

const REFUSED = new Map<string, () => never>(UNSUPPORTED.map((name) => [name, () => unsupported(`db.${name}()`)]));

/** Makes the object behind `db`. */
export function makeDatabase(context: Context, mongo: Mongo, name: string): Database {
  const database = new DatabaseMethods(context, mongo, name);
  /** Methods as scripts receive them, with the function that each wraps. */
  const methods = new Map<string | symbol, { value: unknown; method: unknown }>();
  const proxy = new Proxy(database, {
    ...hidden,
    get(target: DatabaseMethods, property) {
      if (isInternal(property)) return undefined;
      if (property in target || !isCollectionName(property)) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function" || property === "constructor") return value;
        if (property === "help") return HELP;
        const known = methods.get(property);
        if (known?.value === value) return known.method;
        const method = withHelp("db", property as string, (...given) => {
          const { session, rest } = takeSession(given);
          if (!session) return value.apply(target, given);
          const inside = contextOf(session);
          return value.apply(
            new DatabaseMethods(inside, session.getDatabase(target._name).getMongo(), target._name),
            rest,
          );
        });
        methods.set(property, { value, method });
        return method;
      }
      return REFUSED.get(property) ?? target.getCollection(property);
    },
    // The legacy shell stored such values; here a property is a collection and cannot be set.
    set(_target, property) {
      throw new TypeError(`Cannot set db.${String(property)} because it is a collection`);
    },
  }) as Database;
  Object.defineProperty(database, "_proxy", { value: proxy, configurable: true });
  return proxy;
}
