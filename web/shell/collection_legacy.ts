/** Methods of the legacy shell: they work, with a note that names the modern form. */
import type { Document } from "bson";
import { BulkWriteResult } from "./bulk.js";
import { CollectionCrud } from "./collection_crud.js";
import { optionsOf, requireArguments, toNumber, unsupported } from "./context.js";
import { MongoInvalidArgumentError } from "./errors.js";
import { runWrite, statementOptions, updateResult } from "./write.js";

/** `insert`, `update`, `remove`, `save`, `count`, `group`, `copyTo`, `mapReduce`. */
export class CollectionLegacy extends CollectionCrud {
  private _deprecated(method: string, instead: string): void {
    this._context.note(`DeprecationWarning: Collection.${method}() is deprecated. Use ${instead}.`);
  }

  private _ignored(method: string, which: string, given: string, instead: string): void {
    this._context.note(
      `Collection.${method}: the ${which} argument, ${given}, has no effect. Write ${instead} in the third argument.`,
    );
  }

  insert(documents: Document | Document[], options?: Document): Document {
    requireArguments("Collection.insert", [documents]);
    this._deprecated("insert", "insertOne, insertMany, or bulkWrite");
    const { acknowledged, insertedIds } = this.insertMany(
      Array.isArray(documents) ? documents : [documents],
      options,
    ) as BulkWriteResult;
    return { acknowledged, insertedIds };
  }

  update(filter: Document, update: Document, options?: Document, ...dropped: unknown[]): Document {
    requireArguments("Collection.update", [filter, update]);
    this._deprecated("update", "updateOne, updateMany, or bulkWrite");
    // The legacy shell took upsert and multi as the third and fourth argument; mongosh ignores them.
    if (typeof options === "boolean")
      this._ignored("update", "third", String(options), `{ upsert: ${String(options)} }`);
    if (typeof dropped[0] === "boolean")
      this._ignored("update", "fourth", String(dropped[0]), `{ multi: ${String(dropped[0])} }`);
    const given = typeof options === "object" && options !== null ? options : {};
    return given["multi"] ? this.updateMany(filter, update, given) : this.updateOne(filter, update, given);
  }

  remove(filter: Document, options?: Document | boolean): Document {
    requireArguments("Collection.remove", [filter]);
    this._deprecated("remove", "deleteOne, deleteMany, findOneAndDelete, or bulkWrite");
    const given: Document =
      typeof options === "boolean"
        ? { justOne: options }
        : typeof options === "object" && options !== null
          ? options
          : {};
    return given["justOne"] ? this.deleteOne(filter, given) : this.deleteMany(filter, given);
  }

  /** Inserts a document without `_id`, replaces (or inserts) one that has it. */
  save(document: Document, options?: Document): Document {
    requireArguments("Collection.save", [document]);
    this._deprecated("save", "insertOne, or replaceOne with { upsert: true }");
    if (typeof document !== "object" || document === null || Array.isArray(document)) {
      throw new MongoInvalidArgumentError("save takes a document");
    }
    const id: unknown = document["_id"];
    if (id === undefined || id === null) return this.insertOne(document, options);
    const statement = { q: { _id: id }, u: document, multi: false, upsert: true };
    const outcome = runWrite(this._context, this._databaseName, this._name, "update", statement, { options });
    return updateResult(outcome, true);
  }

  count(filter: Document = {}, options?: Document): number {
    this._deprecated("count", "countDocuments or estimatedDocumentCount");
    const picked = statementOptions(optionsOf("Collection.count", options), [
      "limit",
      "skip",
      "hint",
      "collation",
      "maxTimeMS",
    ]);
    return toNumber(this._run({ count: this._name, query: filter, ...picked })["n"]);
  }

  mapReduce(map: unknown, reduce: unknown, options: Document | string): Document {
    requireArguments("Collection.mapReduce", [map, reduce, options]);
    this._deprecated(
      "mapReduce",
      "an aggregation instead.\nSee https://mongodb.com/docs/manual/core/map-reduce for details",
    );
    const given = typeof options === "string" ? { out: options } : optionsOf("Collection.mapReduce", options);
    if (given["out"] === undefined) throw new MongoInvalidArgumentError("Missing 'out' option");
    return this._run({ mapReduce: this._name, map, reduce, ...given });
  }

  group(): never {
    return unsupported("Collection.group()", "was removed from MongoDB; use aggregate() with $group");
  }
  copyTo(): never {
    return unsupported("Collection.copyTo()", "was removed from MongoDB; use aggregate() with $out");
  }
}
