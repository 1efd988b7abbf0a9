/**
 * `collection.explain()`: the same methods, returning their plan. Reference:
 * <https://www.mongodb.com/docs/manual/reference/method/db.collection.explain/>.
 */
import type { Document } from "bson";
import { addOptions, optionsOf, type Context } from "./context.js";
import { Cursor, explain } from "./cursor.js";
import { MongoshInvalidInputError } from "./errors.js";
import { classHelp, type Help } from "./help.js";
import { FULL, inspect, PRINT } from "./printing.js";
import { aggregateCommand, findAndModifyCommand, findCommand } from "./read_commands.js";
import { statementOptions } from "./write.js";

/** A `find` whose only document, also when printed, is its plan. */
export class ExplainableCursor extends Cursor {
  readonly #verbosity: string;
  constructor(context: Context, db: string, collection: string, find: Document, verbosity: string) {
    super(context, db, collection, find);
    this.#verbosity = verbosity;
  }
  finish(): Document {
    return this.explain(this.#verbosity);
  }
  override next(): Document {
    return this.finish();
  }
  override toArray(): Document[] {
    return [this.finish()];
  }
  override printPage(): string {
    return inspect(this.finish(), FULL);
  }
}

/** A collection's methods, which explain instead of running. */
export class Explainable {
  readonly #context: Context;
  readonly #db: string;
  readonly #collection: string;
  #verbosity: string;

  constructor(context: Context, db: string, collection: string, verbosity?: string | boolean) {
    this.#context = context;
    this.#db = db;
    this.#collection = collection;
    if (verbosity !== undefined && typeof verbosity !== "string" && typeof verbosity !== "boolean") {
      throw new MongoshInvalidInputError("verbosity must be a string");
    }
    this.#verbosity = verbosity === true ? "allPlansExecution" : verbosity || "queryPlanner";
  }

  get help(): () => Help {
    return HELP;
  }
  #explain(command: Document): Document {
    return explain(this.#context, this.#db, command, this.#verbosity);
  }
  getCollection(): string {
    return `${this.#db}.${this.#collection}`;
  }
  getVerbosity(): string {
    return this.#verbosity;
  }
  setVerbosity(verbosity: string): void {
    this.#verbosity = verbosity;
  }
  find(filter?: Document, projection?: Document, options?: Document): ExplainableCursor {
    const command = findCommand(this.#context, this.#collection, filter, projection, options);
    return new ExplainableCursor(this.#context, this.#db, this.#collection, command, this.#verbosity);
  }
  findOne(filter?: Document, projection?: Document): Document {
    return this.#explain({ ...findCommand(this.#context, this.#collection, filter, projection, undefined), limit: 1 });
  }
  aggregate(...given: unknown[]): Document {
    return this.#explain(aggregateCommand(this.#context, this.#collection, given).command);
  }
  mapReduce(map: unknown, reduce: unknown, options: Document | string): Document {
    const given = typeof options === "string" ? { out: options } : options;
    return this.#explain({ mapReduce: this.#collection, map, reduce, ...given });
  }
  count(filter: Document = {}, options?: Document): Document {
    const command: Document = { count: this.#collection, query: filter };
    return this.#explain(addOptions(this.#context, "count", options, command, ["limit", "skip", "hint", "collation"]));
  }
  countDocuments(filter: Document = {}): Document {
    return this.aggregate([{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }]);
  }
  distinct(field: string, filter: Document = {}, options?: Document): Document {
    const command: Document = { distinct: this.#collection, key: field, query: filter };
    return this.#explain(addOptions(this.#context, "distinct", options, command, ["collation", "hint"]));
  }
  #update(filter: Document, update: unknown, options: Document | undefined, multi: boolean): Document {
    const picked = statementOptions(optionsOf("explain", options), [
      "upsert",
      "arrayFilters",
      "collation",
      "hint",
      "sort",
    ]);
    return this.#explain({ update: this.#collection, updates: [{ q: filter, u: update, multi, ...picked }] });
  }
  update(filter: Document, update: Document, options?: Document): Document {
    return this.#update(filter, update, options, options?.["multi"] === true);
  }
  updateOne(filter: Document, update: Document, options?: Document): Document {
    return this.#update(filter, update, options, false);
  }
  updateMany(filter: Document, update: Document, options?: Document): Document {
    return this.#update(filter, update, options, true);
  }
  replaceOne(filter: Document, replacement: Document, options?: Document): Document {
    return this.#update(filter, replacement, options, false);
  }
  #delete(filter: Document, options: Document | undefined, limit: number): Document {
    const picked = statementOptions(optionsOf("explain", options), ["collation", "hint"]);
    return this.#explain({ delete: this.#collection, deletes: [{ q: filter, limit, ...picked }] });
  }
  remove(filter: Document, options?: Document | boolean): Document {
    const one = typeof options === "boolean" ? options : options?.["justOne"] === true;
    return this.#delete(filter, typeof options === "object" ? options : undefined, one ? 1 : 0);
  }
  deleteOne(filter: Document, options?: Document): Document {
    return this.#delete(filter, options, 1);
  }
  deleteMany(filter: Document, options?: Document): Document {
    return this.#delete(filter, options, 0);
  }
  findAndModify(options: Document): Document {
    return this.#explain(findAndModifyCommand(this.#context, "findAndModify", this.#collection, options));
  }
  #findOneAnd(method: string, query: Document, action: Document, options: Document | undefined): Document {
    return this.#explain(
      findAndModifyCommand(this.#context, method, this.#collection, { ...options, ...action, query }),
    );
  }
  findOneAndUpdate(filter: Document, update: Document, options?: Document): Document {
    return this.#findOneAnd("findOneAndUpdate", filter, { update }, options);
  }
  findOneAndReplace(filter: Document, replacement: Document, options?: Document): Document {
    return this.#findOneAnd("findOneAndReplace", filter, { update: replacement }, options);
  }
  findOneAndDelete(filter: Document, options?: Document): Document {
    return this.#findOneAnd("findOneAndDelete", filter, { remove: true }, options);
  }
  [PRINT](): string {
    return `Explainable(${this.#db}.${this.#collection})`;
  }
}

const HELP = classHelp("Explainable", Explainable);
