/** Index methods. Reference: <https://www.mongodb.com/docs/manual/reference/method/js-collection/#index-methods>. */
import type { Document } from "bson";
import { CollectionBase } from "./collection_base.js";
import { optionsOf, replyOf, requireArguments } from "./context.js";
import { ShellCursor } from "./cursor.js";
import { MongoshInvalidInputError } from "./errors.js";

/** Options of the command rather than of an index. */
const COMMAND_OPTIONS = new Set(["commitQuorum", "writeConcern", "comment", "session", "maxTimeMS"]);

/** Options of an index that the driver passes on. */
const INDEX_OPTIONS = new Set([
  "background",
  "unique",
  "name",
  "partialFilterExpression",
  "sparse",
  "hidden",
  "expireAfterSeconds",
  "storageEngine",
  "collation",
  "version",
  "weights",
  "default_language",
  "language_override",
  "textIndexVersion",
  "2dsphereIndexVersion",
  "bits",
  "min",
  "max",
  "bucketSize",
  "wildcardProjection",
]);

/** A cursor over the reply of a `list…` command. */
export class CommandCursor extends ShellCursor {
  protected readonly kind = "CommandCursor";
  readonly #command: Document;
  constructor(
    context: ConstructorParameters<typeof ShellCursor>[0],
    db: string,
    collection: string,
    command: Document,
  ) {
    super(context, db, collection);
    this.#command = command;
  }
  protected command(): Document {
    return this.#command;
  }
}

/** Creating, listing, dropping and hiding indexes. */
export class CollectionIndexes extends CollectionBase {
  /** Creates an index and returns its name. */
  createIndex(keys: Document, options?: Document, commitQuorum?: unknown): string {
    requireArguments("Collection.createIndex", [keys]);
    return this._createIndexes("createIndex", [keys], options, commitQuorum)[0] as string;
  }
  /** Creates several indexes with the same options. */
  createIndexes(keyPatterns: Document[], options?: Document, commitQuorum?: unknown): string[] {
    requireArguments("Collection.createIndexes", [keyPatterns]);
    if (!Array.isArray(keyPatterns)) {
      throw new MongoshInvalidInputError("The `keyPatterns` argument must be an array");
    }
    return this._createIndexes("createIndexes", keyPatterns, options, commitQuorum);
  }
  ensureIndex(keys: Document, options?: Document): string[] {
    return this._createIndexes("ensureIndex", [keys], options, undefined);
  }

  private _createIndexes(method: string, keys: Document[], options: unknown, quorum: unknown): string[] {
    if (options !== undefined && (typeof options !== "object" || Array.isArray(options))) {
      throw new MongoshInvalidInputError('The "options" argument must be an object.');
    }
    const shared: Document = {};
    const command: Document = { createIndexes: this._name };
    for (const [name, value] of Object.entries(optionsOf(method, options))) {
      if (name === "session" || value === undefined) continue;
      if (COMMAND_OPTIONS.has(name)) command[name] = value;
      else if (INDEX_OPTIONS.has(name)) shared[name] = value;
      else this._context.note(`${method}: the option "${name}" is unknown and has no effect`);
    }
    const indexes = keys.map((given) => {
      const key = given instanceof Map ? given : Object.fromEntries(Object.entries(given as Document));
      return { ...shared, name: (shared["name"] as string | undefined) ?? indexName(key), key };
    });
    command["indexes"] = indexes;
    if (quorum !== undefined) command["commitQuorum"] = quorum;
    this._run(command);
    return indexes.map((index) => index.name);
  }

  getIndexes(): Document[] {
    return this._listIndexes().toArray();
  }
  getIndices(): Document[] {
    return this.getIndexes();
  }
  getIndexSpecs(): Document[] {
    return this.getIndexes();
  }
  getIndexKeys(): Document[] {
    return this.getIndexes().map((index) => index["key"] as Document);
  }
  private _listIndexes(): CommandCursor {
    return new CommandCursor(this._context, this._databaseName, this._name, { listIndexes: this._name });
  }

  dropIndex(index: string | Document): Document {
    requireArguments("Collection.dropIndex", [index]);
    if (index === "*") {
      throw new MongoshInvalidInputError(
        "To drop indexes in the collection using '*', use db.collection.dropIndexes().",
      );
    }
    if (Array.isArray(index)) {
      throw new MongoshInvalidInputError(
        "The index to drop must be either the index name or the index specification document.",
      );
    }
    return this.dropIndexes(index);
  }
  dropIndexes(index: string | string[] | Document = "*"): Document {
    return replyOf(this._run({ dropIndexes: this._name, index }));
  }
  hideIndex(index: string | Document): Document {
    return this._setHidden(index, true);
  }
  unhideIndex(index: string | Document): Document {
    return this._setHidden(index, false);
  }
  private _setHidden(index: string | Document, hidden: boolean): Document {
    requireArguments(hidden ? "Collection.hideIndex" : "Collection.unhideIndex", [index]);
    const which = typeof index === "string" ? { name: index } : { keyPattern: index };
    return replyOf(this._run({ collMod: this._name, index: { ...which, hidden } }));
  }
  reIndex(): Document {
    return replyOf(this._run({ reIndex: this._name }));
  }
}

/** The driver's default name of an index, `a_1_b_-1`. */
export function indexName(key: Document): string {
  return (key instanceof Map ? [...(key as Map<string, unknown>)] : Object.entries(key)).flat().join("_");
}
