/** `Mongo.bulkWrite`: writes to several collections. Reference: <https://www.mongodb.com/docs/manual/reference/method/Mongo.bulkWrite/>. */
import type { Document } from "bson";
import { type Context, acknowledged, addOptions, optionsOf, requireDocument, toNumber } from "./context.js";
import { PRINT } from "./printing.js";
import { sortOf } from "./sort.js";
import { MongoAPIError, MongoClientBulkWriteError, MongoInvalidArgumentError } from "./errors.js";
import { DELETE_OPTIONS, hasOperators, statementOptions, UPDATE_OPTIONS, withId } from "./write.js";

/** The result of all operations, with one result per operation if `verboseResults` is set. */
export class ClientBulkWriteResult {
  acknowledged = true;
  insertedCount = 0;
  matchedCount = 0;
  modifiedCount = 0;
  deletedCount = 0;
  upsertedCount = 0;
  insertResults: Map<number, Document> | undefined;
  updateResults: Map<number, Document> | undefined;
  deleteResults: Map<number, Document> | undefined;
  [PRINT](): Document {
    return { ...this };
  }
}

type Model = (context: Context, model: Document) => [kind: string, fields: Document];

function filterOf(model: Document): Document {
  return requireDocument("bulkWrite", "the filter", model["filter"]);
}

function update(model: Document, mods: unknown, multi: boolean): [string, Document] {
  const options = statementOptions(model, UPDATE_OPTIONS);
  if (options["sort"] !== undefined) options["sort"] = sortOf(options["sort"]);
  return ["update", { filter: filterOf(model), updateMods: mods, multi, ...options }];
}

function refuse(what: string): never {
  throw new MongoAPIError(`Client bulk write ${what} contain atomic modifiers (start with $) and must not be empty.`);
}

function withOperators(model: Document, multi: boolean): [string, Document] {
  if (!hasOperators(model["update"])) refuse("update models must only");
  return update(model, model["update"], multi);
}

function deletion(model: Document, multi: boolean): [string, Document] {
  return ["delete", { filter: filterOf(model), multi, ...statementOptions(model, DELETE_OPTIONS) }];
}

const MODELS: Record<string, Model> = {
  insertOne: (context, model) => {
    const document = requireDocument("bulkWrite", "the document", model["document"]);
    withId(context, document);
    return ["insert", { document }];
  },
  updateOne: (_, model) => withOperators(model, false),
  updateMany: (_, model) => withOperators(model, true),
  replaceOne: (_, model) => {
    if (hasOperators(model["replacement"])) refuse("replace models must not");
    return update(model, model["replacement"], false);
  },
  deleteOne: (_, model) => deletion(model, false),
  deleteMany: (_, model) => deletion(model, true),
};

/**
 * Runs operations, each with a `namespace` and the `name` of its kind.
 * @throws MongoClientBulkWriteError when operations failed.
 */
export function clientBulkWrite(context: Context, list: unknown, givenOptions: unknown): ClientBulkWriteResult {
  if (!Array.isArray(list)) throw new MongoInvalidArgumentError("bulkWrite takes an array of operations");
  if (list.length === 0) throw new MongoInvalidArgumentError("No client bulk write models were provided.");
  const options = optionsOf("bulkWrite", givenOptions);
  const namespaces: string[] = [];
  const ops = list.map((entry: unknown) => {
    const model = requireDocument("bulkWrite", "an operation", entry);
    const [name, namespace] = [String(model["name"]), String(model["namespace"])];
    const make = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined;
    if (!make) throw new MongoInvalidArgumentError(`bulkWrite does not know the operation "${name}"`);
    const [kind, fields] = make(context, model);
    if (!namespaces.includes(namespace)) namespaces.push(namespace);
    return { [kind]: namespaces.indexOf(namespace), ...fields };
  });
  const command: Document = {
    bulkWrite: 1,
    errorsOnly: options["verboseResults"] !== true,
    ordered: options["ordered"] !== false,
  };
  command["ops"] = ops;
  command["nsInfo"] = namespaces.map((ns) => ({ ns }));
  const { verboseResults: verbose, ...others } = options;
  addOptions(context, "bulkWrite", others, command, [
    "let",
    "comment",
    "bypassDocumentValidation",
    "maxTimeMS",
    "writeConcern",
  ]);
  const reply = context.run("admin", command);
  const result = resultOf(reply, verbose === true);
  result.acknowledged = acknowledged(options);
  const errors = gather(context, reply, ops, result);
  if (errors.size > 0 && result.acknowledged) throw new MongoClientBulkWriteError(errors, result);
  return result;
}

function resultOf(reply: Document, verbose: boolean): ClientBulkWriteResult {
  const result = new ClientBulkWriteResult();
  result.insertedCount = toNumber(reply["nInserted"]);
  result.upsertedCount = toNumber(reply["nUpserted"]);
  result.matchedCount = toNumber(reply["nMatched"]);
  result.modifiedCount = toNumber(reply["nModified"]);
  result.deletedCount = toNumber(reply["nDeleted"]);
  if (verbose) {
    result.insertResults = new Map();
    result.updateResults = new Map();
    result.deleteResults = new Map();
  }
  return result;
}

/** Reads the result cursor; returns the errors keyed by the operation's index. */
function gather(
  context: Context,
  reply: Document,
  ops: Document[],
  result: ClientBulkWriteResult,
): Map<number, Document> {
  const errors = new Map<number, Document>();
  let cursor = reply["cursor"] as Document;
  let batch = cursor["firstBatch"] as Document[];
  for (;;) {
    for (const one of batch) {
      const index = toNumber(one["idx"]);
      if (one["ok"] !== 1) errors.set(index, { code: one["code"], message: one["errmsg"] });
      else addResult(ops[index] as Document, index, one, result);
    }
    if (toNumber(cursor["id"]) === 0) return errors;
    const more = context.run("admin", { getMore: cursor["id"], collection: "$cmd.bulkWrite" });
    cursor = more["cursor"] as Document;
    batch = cursor["nextBatch"] as Document[];
  }
}

function addResult(op: Document, index: number, one: Document, result: ClientBulkWriteResult): void {
  if ("insert" in op) result.insertResults?.set(index, { insertedId: (op["document"] as Document)["_id"] });
  else if ("delete" in op) result.deleteResults?.set(index, { deletedCount: toNumber(one["n"]) });
  else {
    const upserted = one["upserted"] as Document | undefined;
    const counts: Document = {
      matchedCount: upserted ? 0 : toNumber(one["n"]),
      modifiedCount: toNumber(one["nModified"]),
      didUpsert: upserted !== undefined,
    };
    if (upserted) counts["upsertedId"] = upserted["_id"];
    result.updateResults?.set(index, counts);
  }
}
