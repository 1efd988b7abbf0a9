/** Reading and writing documents. Reference: <https://www.mongodb.com/docs/manual/reference/method/js-collection/>. */
import type { Document } from "bson";
import { Bulk, bulkWrite, insertMany, type BulkWriteResult } from "./bulk.js";
import { CollectionIndexes } from "./collection_indexes.js";
import { acknowledged, addOptions, optionsOf, replyOf, requireArguments, toNumber } from "./context.js";
import { AggregationCursor, Cursor, explain, explainVerbosity } from "./cursor.js";
import { MongoInvalidArgumentError, MongoshInvalidInputError } from "./errors.js";
import { aggregateCommand, contextFor, findAndModifyCommand, findCommand } from "./read_commands.js";
import { markFromServer } from "./server_value_marks.js";
import {
  COMMAND_OPTIONS,
  DELETE_OPTIONS,
  refuseOperators,
  requireOperators,
  requireUpdate,
  runWrite,
  statementOptions,
  updateOptions,
  updateResult,
  updateStatement,
  withId,
} from "./write.js";

/** The modern methods. */
export class CollectionCrud extends CollectionIndexes {
  // Reading

  find(filter?: Document, projection?: Document, third?: Document, ...dropped: unknown[]): Cursor {
    // The legacy shell took limit and skip as the third and fourth argument; mongosh ignores them.
    const options = typeof third === "number" ? undefined : third;
    const ignored = (which: string, given: unknown, instead: string): void => {
      if (typeof given === "number")
        this._context.note(
          `Collection.find: the ${which} argument, ${given}, has no effect. Write .${instead}(${given}) after it.`,
        );
    };
    ignored("third", third, "limit");
    ignored("fourth", dropped[0], "skip");
    const command = findCommand(this._context, this._name, filter, projection, options);
    return new Cursor(
      contextFor(this._context, options),
      this._databaseName,
      this._name,
      command,
      explainVerbosity(options),
    );
  }
  findOne(filter?: Document, projection?: Document, options?: Document): Document | null {
    const command = findCommand(this._context, this._name, filter, projection, options);
    command["limit"] = 1;
    command["singleBatch"] = true;
    const verbosity = explainVerbosity(options);
    if (verbosity !== undefined)
      return contextFor(this._context, options).run(this._databaseName, { explain: command, verbosity });
    const reply = contextFor(this._context, options).run(this._databaseName, command);
    return markFromServer(((reply["cursor"] as Document)["firstBatch"] as Document[])[0] ?? null);
  }
  /** `aggregate([stage, …], options)` or `aggregate(stage, …)`. */
  aggregate(...given: unknown[]): AggregationCursor | Document {
    const { command, explained, writes, batchSize } = aggregateCommand(this._context, this._name, given);
    const database = this._databaseName;
    if (explained !== undefined) return explain(this._context, database, command, explained);
    const cursor = new AggregationCursor(this._context, database, this._name, command, batchSize);
    return writes ? cursor.open() : cursor;
  }
  countDocuments(filter: Document = {}, options?: Document): number {
    const given = optionsOf("Collection.countDocuments", options);
    const pipeline: Document[] = [{ $match: filter }];
    if (typeof given["skip"] === "number") pipeline.push({ $skip: given["skip"] });
    if (typeof given["limit"] === "number") pipeline.push({ $limit: given["limit"] });
    pipeline.push({ $group: { _id: 1, n: { $sum: 1 } } });
    const command: Document = { aggregate: this._name, pipeline, cursor: {} };
    addOptions(this._context, "countDocuments", options, command, [
      "hint",
      "collation",
      "maxTimeMS",
      "comment",
      "readConcern",
    ]);
    const [counted] = (this._run(command)["cursor"] as Document)["firstBatch"] as Document[];
    return toNumber(counted?.["n"]);
  }
  estimatedDocumentCount(options?: Document): number {
    const command: Document = { count: this._name };
    addOptions(this._context, "estimatedDocumentCount", options, command, ["maxTimeMS", "comment", "readConcern"]);
    return toNumber(this._run(command)["n"]);
  }
  distinct(field: string, filter: Document = {}, options?: Document): unknown[] {
    requireArguments("Collection.distinct", [field]);
    const command: Document = { distinct: this._name, key: field, query: filter };
    addOptions(this._context, "distinct", options, command, [
      "collation",
      "hint",
      "maxTimeMS",
      "comment",
      "readConcern",
    ]);
    return markFromServer(this._run(command)["values"] as unknown[]);
  }

  // Inserting

  insertOne(document: Document, options?: Document): Document {
    requireArguments("Collection.insertOne", [document]);
    const insertedId = withId(this._context, document);
    this._write("insertOne", "insert", document, options);
    return { acknowledged: acknowledged(options), insertedId };
  }
  insertMany(documents: Document[], options?: Document): Document {
    requireArguments("Collection.insertMany", [documents]);
    if (!Array.isArray(documents)) {
      throw new MongoInvalidArgumentError('Argument "docs" must be an array of documents');
    }
    if (documents.length === 0) throw new MongoInvalidArgumentError("Invalid BulkOperation, Batch cannot be empty");
    addOptions(this._context, "insertMany", options, {}, ["ordered", ...COMMAND_OPTIONS]);
    const result = insertMany(
      this._context,
      this._databaseName,
      this._name,
      documents,
      optionsOf("insertMany", options),
    );
    return { acknowledged: result.acknowledged, insertedIds: result.insertedIds };
  }

  // Updating

  updateOne(filter: Document, update: Document | Document[], options?: Document): Document {
    return this._update("updateOne", filter, update, options, false);
  }
  updateMany(filter: Document, update: Document | Document[], options?: Document): Document {
    return this._update("updateMany", filter, update, options, true);
  }
  private _update(method: string, filter: Document, update: unknown, options: unknown, multi: boolean): Document {
    requireArguments(`Collection.${method}`, [filter]);
    const statement = updateStatement(filter, update, multi);
    requireOperators(update);
    return this._updateStatement(method, statement, options);
  }
  replaceOne(filter: Document, replacement: Document, options?: Document): Document {
    requireArguments("Collection.replaceOne", [filter]);
    const statement = updateStatement(filter, replacement, false);
    refuseOperators(replacement, "contain");
    return this._updateStatement("replaceOne", statement, options);
  }
  private _updateStatement(method: string, statement: Document, options: unknown): Document {
    Object.assign(statement, updateOptions(optionsOf(method, options)));
    return updateResult(this._write(method, "update", statement, options), acknowledged(options));
  }

  // Deleting

  deleteOne(filter: Document, options?: Document): Document {
    return this._delete("deleteOne", filter, options, 1);
  }
  deleteMany(filter: Document, options?: Document): Document {
    return this._delete("deleteMany", filter, options, 0);
  }
  private _delete(method: string, filter: Document, options: unknown, limit: number): Document {
    requireArguments(`Collection.${method}`, [filter]);
    const statement = { q: filter, limit, ...statementOptions(optionsOf(method, options), DELETE_OPTIONS) };
    const outcome = this._write(method, "delete", statement, options);
    const isAcknowledged = acknowledged(options);
    return { acknowledged: isAcknowledged, deletedCount: isAcknowledged ? outcome.n : undefined };
  }

  private _write(
    method: string,
    kind: "insert" | "update" | "delete",
    statement: Document,
    options: unknown,
  ): ReturnType<typeof runWrite> {
    const fields = addOptions(this._context, method, options, {}, COMMAND_OPTIONS);
    return runWrite(this._context, this._databaseName, this._name, kind, statement, { fields, options });
  }

  // Finding and modifying in one step

  findAndModify(options: Document): Document | null {
    requireArguments("Collection.findAndModify", [options]);
    const { query, update, remove, ...rest } = optionsOf("Collection.findAndModify", options);
    if (query === undefined) throw new MongoshInvalidInputError('Missing required property: "query"');
    if (update === undefined && !remove)
      throw new MongoshInvalidInputError("Must specify options.update or options.remove");
    return this._findAndModify("findAndModify", { ...rest, query, ...(remove ? { remove } : { update }) });
  }
  findOneAndUpdate(filter: Document, update: Document | Document[], options?: Document): Document | null {
    return this._findOneAnd("findOneAndUpdate", filter, { update }, options, () => {
      requireUpdate(update, 'Argument "update" must be an object');
      requireOperators(update);
    });
  }
  findOneAndReplace(filter: Document, replacement: Document, options?: Document): Document | null {
    return this._findOneAnd("findOneAndReplace", filter, { update: replacement }, options, () => {
      requireUpdate(replacement, 'Argument "replacement" must be an object');
      refuseOperators(replacement, "contain");
    });
  }
  findOneAndDelete(filter: Document, options?: Document): Document | null {
    return this._findOneAnd("findOneAndDelete", filter, { remove: true }, options);
  }
  private _findOneAnd(
    method: string,
    filter: Document,
    action: Document,
    options: unknown,
    look?: () => void,
  ): Document | null {
    requireArguments(`Collection.${method}`, [filter]);
    if (typeof filter !== "object" || filter === null)
      throw new MongoInvalidArgumentError('Argument "filter" must be an object');
    look?.();
    const given = optionsOf(method, options);
    const after = returnsAfter(given);
    return this._findAndModify(method, { ...given, ...action, query: filter, ...(after ? { new: true } : {}) });
  }
  private _findAndModify(method: string, options: Document): Document | null {
    const reply = this._run(findAndModifyCommand(this._context, method, this._name, options));
    if (options["includeResultMetadata"] === true && method !== "findAndModify") return replyOf(reply);
    return markFromServer((reply["value"] as Document | null | undefined) ?? null);
  }

  // Bulk writes

  bulkWrite(operations: Document[], options?: Document): BulkWriteResult {
    requireArguments("Collection.bulkWrite", [operations]);
    return bulkWrite(this._context, this._databaseName, this._name, operations, options);
  }
  initializeOrderedBulkOp(): Bulk {
    return new Bulk(this._context, this._databaseName, this._name, true);
  }
  initializeUnorderedBulkOp(): Bulk {
    return new Bulk(this._context, this._databaseName, this._name, false);
  }
}

/** The three spellings of "return the modified document"; the first takes precedence. */
function returnsAfter(options: Document): boolean {
  const wanted: unknown = options["returnDocument"];
  if (wanted !== undefined && wanted !== "before" && wanted !== "after") {
    throw new MongoshInvalidInputError("returnDocument needs to be either 'before' or 'after'");
  }
  return wanted === undefined
    ? options["returnNewDocument"] === true || options["returnOriginal"] === false
    : wanted === "after";
}
