/** Cursors over results, fetched in batches. Reference: <https://www.mongodb.com/docs/manual/reference/method/js-cursor/>. */
import { Long, type Document } from "bson";
import { requireTypes } from "./arguments.js";
import { compactness } from "./config.js";
import {
  type Context,
  optionsOf,
  readConcernOf,
  requireArguments,
  requireReadPreference,
  toNumber,
  unsupported,
} from "./context.js";
import { MongoCursorInUseError, MongoInvalidArgumentError, MongoshInvalidInputError } from "./errors.js";
import { classHelp, CURSOR_HELP, type Help } from "./help.js";
import { inspect, FULL, PRINT, type PrintOptions } from "./printing.js";
import { markFromServer, markWholeFromServer, markUnlimited } from "./server_value_marks.js";
import { sortOf } from "./sort.js";
import { settled } from "./sync_promise.js";

/** One batch: the reply's `cursor`. */
interface Batch {
  id: unknown;
  firstBatch?: Document[];
  nextBatch?: Document[];
  postBatchResumeToken?: Document;
}

/**
 * Returns the context and database of a cursor. Not a property, because scripts hold cursors and must not reach them.
 */
let of: (cursor: ShellCursor<unknown>) => { context: Context; db: string };

function runCommand(cursor: ShellCursor<unknown>, command: Document): Document {
  const { context, db } = of(cursor);
  context.read?.(cursor);
  return context.run(db, command);
}

/** The base of all cursors. */
export abstract class ShellCursor<T = Document> implements Iterable<T> {
  static {
    of = (cursor) => cursor.#internals;
  }
  readonly #internals: { context: Context; db: string };
  readonly #collection: string;
  #batch: Document[] = [];
  #at = 0;
  #id: unknown = undefined;
  #started = false;
  #closed = false;
  /** The page printed last. */
  #page: { documents: T[]; more: boolean } | undefined;
  #transform: ((document: Document) => unknown) | undefined;
  protected batch: number | undefined;
  /** The resume token of a change stream after the batch. */
  protected token: Document | undefined;

  constructor(context: Context, db: string, collection: string) {
    this.#internals = { context, db };
    this.#collection = collection;
  }

  get help(): () => Help {
    return classHelp("Cursor", this.constructor as unknown as { readonly prototype: object }, CURSOR_HELP);
  }

  /** The command that opens the cursor. */
  protected abstract command(): Document;

  protected change(): void {
    if (this.#started) throw new MongoCursorInUseError("Cursor is already initialized");
  }

  #fetch(): boolean {
    if (this.#closed) return false;
    let reply: Batch;
    if (!this.#started) {
      this.#started = true;
      const whole = runCommand(this, this.command());
      // An explained command has one result: the reply itself.
      reply = (whole["cursor"] as Batch | undefined) ?? { id: 0, firstBatch: [whole] };
      this.#batch = reply.firstBatch ?? [];
    } else {
      if (!isOpen(this.#id)) return false;
      const more: Document = { getMore: this.#id, collection: this.#collection };
      if (this.batch) more["batchSize"] = this.batch;
      reply = runCommand(this, more)["cursor"] as Batch;
      this.#batch = reply.nextBatch ?? [];
    }
    this.#id = reply.id;
    this.token = reply.postBatchResumeToken;
    this.#at = 0;
    return true;
  }

  /** Opens the cursor now, so that its effects (`$out`, `$merge`) happen. */
  open(): this {
    if (!this.#started) this.#fetch();
    return this;
  }

  /**
   * Whether a document is available. An open cursor without one may have one later, after a script has changed
   * something.
   */
  #ready(): boolean {
    while (this.#at >= this.#batch.length) {
      const first = !this.#started;
      if (!this.#fetch() || (this.#batch.length === 0 && !(first && isOpen(this.#id)))) return false;
    }
    return true;
  }
  hasNext(): boolean {
    return this.#ready();
  }
  next(): T | null {
    return this.#ready() ? this.#take() : null;
  }
  tryNext(): T | null {
    return this.next();
  }
  #take(mark = true): T {
    const document = this.#batch[this.#at] as Document;
    this.#batch[this.#at++] = undefined as unknown as Document;
    if (mark || this.#transform) markFromServer(document);
    return (this.#transform ? this.#transform(document) : document) as T;
  }
  toArray(): T[] {
    if (!this.#started && !this.#transform && this.#fetch() && !isOpen(this.#id)) {
      // This batch is the only one.
      const only = this.#batch;
      this.#batch = [];
      return serveAll(only as T[]);
    }
    let all: T[] = [];
    if (this.#transform) {
      while (this.#ready()) all.push(this.#take(false));
      return all;
    }
    while (this.#ready()) {
      const batch = (this.#at === 0 ? this.#batch : this.#batch.slice(this.#at)) as T[];
      // Copies a large batch at once; usually it follows a small first one.
      if (batch.length > all.length) all = all.concat(batch);
      else for (const document of batch) all.push(document);
      this.#batch = [];
      this.#at = 0;
    }
    return serveAll(all);
  }
  forEach(f: (document: T) => unknown): void {
    requireTypes("Cursor.forEach", [f], ["function"]);
    while (this.#ready()) if (settled(f(this.#take())) === false) break;
  }
  map<U>(f: (document: T) => U): ShellCursor<U> {
    requireTypes("Cursor.map", [f], ["function"]);
    const before = this.#transform;
    this.#transform = before ? (document) => f(before(document) as T) : (document) => f(document as T);
    return this as unknown as ShellCursor<U>;
  }
  itcount(): number {
    let count = 0;
    while (this.#ready()) {
      this.#at++;
      count++;
    }
    return count;
  }
  *[Symbol.iterator](): Iterator<T> {
    try {
      while (this.#ready()) yield this.#take();
    } finally {
      this.close();
    }
  }

  batchSize(size: number): this {
    this.change();
    this.batch = numberOf("batchSize", size);
    return this;
  }
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (isOpen(this.#id)) of(this).context.tryRun(of(this).db, { killCursors: this.#collection, cursors: [this.#id] });
    this.#id = undefined;
    this.#batch = [];
    this.#at = 0;
  }
  isClosed(): boolean {
    return this.#closed || (this.#started && !isOpen(this.#id) && this.#at >= this.#batch.length);
  }
  isExhausted(): boolean {
    return this.isClosed() && this.objsLeftInBatch() === 0;
  }
  objsLeftInBatch(): number {
    return this.#batch.length - this.#at;
  }
  getId(): unknown {
    return isOpen(this.#id) ? this.#id : Long.ZERO;
  }
  pretty(): this {
    return this;
  }

  /** Called by `JSON.stringify` and `EJSON.stringify`. */
  toJSON(): never {
    throw new MongoshInvalidInputError("Cannot serialize a cursor to JSON. Did you mean to call .toArray() first?");
  }
  toBSON(): never {
    return this.toJSON();
  }

  /** The next page for the screen: mongosh's 20 documents, and whether more follow. */
  page(): { documents: T[]; more: boolean } {
    const documents: T[] = [];
    while (documents.length < of(this).context.settings.displayBatchSize && this.hasNext())
      documents.push(this.#take());
    return { documents, more: this.hasNext() };
  }
  /** A page as mongosh prints it: the last one again, unless `next` is set. */
  printPage(next = false, compact = compactness(of(this).context.settings)): string {
    if (this.#page === undefined || next) {
      this.#page = this.page();
      if (!this.#transform) markWholeFromServer(this.#page.documents);
    }
    const { documents, more } = this.#page;
    return documents.length === 0
      ? ""
      : inspect(documents, { ...FULL, compact }) + (more ? '\nType "it" for more' : "");
  }
  [PRINT](options: PrintOptions): string {
    return this.printPage(false, options.compact);
  }
}

/** A cursor of `find`; its methods change it until the first document is read. */
export class Cursor<T = Document> extends ShellCursor<T> {
  readonly #find: Document;
  readonly #verbosity: string | undefined;

  /** With a verbosity, the cursor returns only the plan, as with the driver's option `explain`. */
  constructor(context: Context, db: string, collection: string, find: Document, verbosity?: string) {
    super(context, db, collection);
    context.opened?.(this, "find", collection);
    this.#find = find;
    this.#verbosity = verbosity;
    if (find["batchSize"] !== undefined) this.batch = toNumber(find["batchSize"]);
  }

  protected command(): Document {
    const find = this.#request();
    return this.#verbosity === undefined ? find : { explain: find, verbosity: this.#verbosity };
  }
  #request(): Document {
    if (this.batch === undefined && !("limit" in this.#find)) return this.#find;
    const { limit, ...rest } = this.#find;
    const command: Document = rest;
    if (this.batch !== undefined) command["batchSize"] = this.batch;
    if (limit !== undefined && toNumber(limit) !== 0) {
      const size = toNumber(limit);
      command["limit"] = Math.abs(size);
      if (size < 0) command["singleBatch"] = true;
    }
    return command;
  }

  #set(key: string, value: unknown): this {
    this.change();
    this.#find[key] = value;
    return this;
  }
  sort(sort: Document | string | [string, number][]): this {
    const given = sortOf(sort);
    return given === undefined ? this : this.#set("sort", given);
  }
  limit(count: number): this {
    return this.#set("limit", numberOf("limit", count));
  }
  skip(count: number): this {
    return this.#set("skip", numberOf("skip", count));
  }
  hint(index: string | Document): this {
    return this.#set("hint", index);
  }
  min(bounds: Document): this {
    return this.#set("min", bounds);
  }
  max(bounds: Document): this {
    return this.#set("max", bounds);
  }
  collation(collation: Document): this {
    return this.#set("collation", collation);
  }
  comment(text: string): this {
    return this.#set("comment", text);
  }
  maxTimeMS(millis: number): this {
    if (typeof millis !== "number") throw new MongoInvalidArgumentError("Argument for maxTimeMS must be a number");
    return this.#set("maxTimeMS", millis);
  }
  projection(projection: Document): this {
    return this.#set("projection", projection);
  }
  project(projection: Document): this {
    return this.projection(projection);
  }
  returnKey(on = true): this {
    return this.#set("returnKey", on);
  }
  showRecordId(on = true): this {
    return this.#set("showRecordId", on);
  }
  allowDiskUse(on = true): this {
    if (this.#find["sort"] === undefined)
      throw new MongoInvalidArgumentError('Option "allowDiskUse" requires a sort specification');
    return this.#set("allowDiskUse", on);
  }
  noCursorTimeout(): this {
    return this;
  }
  readPref(mode: string, tags?: unknown, hedge?: unknown): this {
    requireArguments("Cursor.readPref", [mode]);
    requireReadPreference(mode, tags, hedge);
    return this;
  }
  readConcern(level: string): this {
    requireArguments("Cursor.readConcern", [level]);
    return this.#set("readConcern", readConcernOf(level));
  }
  maxAwaitTimeMS(): this {
    return this;
  }
  /** Flags of the old wire protocol: 2 tailable, 16 no timeout, 32 await data, 128 partial results. */
  addOption(option: number): this {
    const name = { 2: "tailable", 16: "noCursorTimeout", 32: "awaitData", 128: "allowPartialResults" }[option];
    if (name) return this.#set(name, true);
    const names: Record<number, string> = { 4: "slaveOk", 8: "oplogReplay", 64: "exhaust" };
    if (!names[option]) throw new MongoshInvalidInputError(`Unknown option flag number: ${option}.`);
    return unsupported(`[COMMON-90002] the ${names[option]} option`, "is not supported.");
  }
  /** No effect since MongoDB 4.4. */
  oplogReplay(): this {
    return this;
  }
  tailable(options?: Document): this {
    if (options?.["awaitData"]) this.#set("awaitData", true);
    return this.#set("tailable", true);
  }
  allowPartialResults(): this {
    return this.#set("allowPartialResults", true);
  }
  /** Removed in MongoDB 4.0; results are a snapshot here anyway. */
  snapshot(): this {
    of(this).context.note("Cursor.snapshot() was removed from MongoDB; it has no effect");
    return this;
  }

  /**
   * The number of matching documents, within limit and skip: mongosh ignores the argument that chose whether to apply
   * them.
   */
  count(): number {
    const { find, filter, limit, skip, hint, collation } = this.#find;
    const command: Document = { count: find, query: filter ?? {} };
    for (const [name, value] of Object.entries({ limit, skip, hint, collation }))
      if (value !== undefined) command[name] = value;
    return toNumber(runCommand(this, command)["n"]);
  }
  size(): number {
    return this.count();
  }
  explain(verbosity?: string | boolean): Document {
    of(this).context.read?.(this);
    return explain(of(this).context, of(this).db, this.#request(), verbosity);
  }
}

/** A cursor of `aggregate`. */
export class AggregationCursor<T = Document> extends ShellCursor<T> {
  readonly #aggregate: Document;

  /** `batchSize` is the option of that name, which also applies to later batches. */
  constructor(context: Context, db: string, collection: string, aggregate: Document, batchSize?: unknown) {
    super(context, db, collection);
    context.opened?.(this, "aggregate", collection);
    this.#aggregate = aggregate;
    if (batchSize !== undefined) this.batch = toNumber(batchSize);
  }
  protected command(): Document {
    if (this.batch === undefined) return this.#aggregate;
    return {
      ...this.#aggregate,
      cursor: { ...optionsOf("aggregate", this.#aggregate["cursor"]), batchSize: this.batch },
    };
  }
  #stage(stage: Document): this {
    this.change();
    (this.#aggregate["pipeline"] as Document[]).push(stage);
    return this;
  }
  match(filter: Document): this {
    return this.#stage({ $match: filter });
  }
  project(projection: Document): this {
    return this.#stage({ $project: projection });
  }
  projection(projection: Document): this {
    return this.project(projection);
  }
  sort(sort: Document): this {
    return this.#stage({ $sort: sortOf(sort) });
  }
  limit(count: number): this {
    return this.#stage({ $limit: count });
  }
  skip(count: number): this {
    return this.#stage({ $skip: count });
  }
  group(group: Document): this {
    return this.#stage({ $group: group });
  }
  maxTimeMS(millis: number): this {
    this.change();
    this.#aggregate["maxTimeMS"] = millis;
    return this;
  }
  unwind(path: unknown): this {
    return this.#stage({ $unwind: path });
  }
  lookup(lookup: Document): this {
    return this.#stage({ $lookup: lookup });
  }
  explain(verbosity?: string | boolean): Document {
    of(this).context.read?.(this);
    return explain(of(this).context, of(this).db, this.command(), verbosity);
  }
}

/** Explains a command. `true` means all plans, as in the legacy shell. */
export function explain(context: Context, db: string, command: Document, verbosity?: string | boolean): Document {
  if (verbosity !== undefined && typeof verbosity !== "string" && typeof verbosity !== "boolean") {
    throw new MongoshInvalidInputError("verbosity must be a string");
  }
  const {
    $clusterTime: _time,
    operationTime: _operation,
    ...rest
  } = context.run(db, { explain: command, verbosity: levelOf(verbosity) });
  return markUnlimited(rest);
}

function levelOf(verbosity: string | boolean | undefined): string {
  return verbosity === undefined || verbosity === false
    ? "queryPlanner"
    : verbosity === true
      ? "allPlansExecution"
      : verbosity;
}

/** The verbosity that `explain`, an option of the driver's `find`, requests; undefined without it. */
export function explainVerbosity(options: Document | undefined): string | undefined {
  const given: unknown = options?.["explain"];
  if (given === undefined || given === null) return undefined;
  const verbosity: unknown = typeof given === "object" ? (given as Document)["verbosity"] : given;
  if (typeof verbosity === "string" || typeof verbosity === "boolean") return levelOf(verbosity);
  throw new MongoInvalidArgumentError('Field "explain" must be a string, a boolean or an object');
}

/** Marks an array of documents as the server's, and also each of the first ones, which are likely to be printed. */
function serveAll<T>(documents: T[]): T[] {
  // As many as a page shows.
  for (let i = 0; i < documents.length && i < 20; i++) markFromServer(documents[i]);
  return markWholeFromServer(documents);
}

function isOpen(id: unknown): boolean {
  return id !== undefined && id !== null && toNumber(id) !== 0;
}

function numberOf(method: string, value: unknown): number {
  if (typeof value !== "number") throw new MongoInvalidArgumentError(`Operation "${method}" requires an integer`);
  return value;
}
