/** What `help` says. */
import { PRINT } from "./printing.js";

/** Help as it prints. */
export interface Help {
  readonly text: string;
}

export class HelpText implements Help {
  constructor(readonly text: string) {}
  [PRINT](): string {
    return this.text;
  }
}

/** Wraps a text so that it prints as it is. */
export function helpText(text: string): Help {
  return new HelpText(text);
}

/** A function that gives a help text, and prints as it when it is not called. */
export function helpOf(text: string): () => Help {
  return Object.freeze(Object.assign(() => helpText(text), { [PRINT]: () => text }));
}

function table(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return `${title}\n\n${rows.map(([name, what]) => `  ${name.padEnd(width)}${what}`).join("\n")}`;
}

export const SHELL_HELP = table("Shell", [
  ["use <db>", "Take another database"],
  ["show dbs", "List the databases"],
  ["show collections", "List the collections of this database"],
  ["show profile", "List the last operations and what they cost"],
  ["it", "Show the next documents of the last cursor"],
  ["db", "This database; db.help() lists its methods"],
  ["db.<collection>", "A collection; db.<collection>.help() lists its methods"],
  ["print(…) printjson(…)", "Print values"],
  ["sleep(ms)", "Advance the virtual clock"],
  ["ObjectId ISODate UUID NumberInt NumberLong NumberDecimal …", "Make values of BSON types"],
]);

export const DATABASE_HELP = table("Database", [
  ["getCollection(name)", "A collection, whatever its name"],
  ["getCollectionNames()", "The names of the collections"],
  ["getCollectionInfos(filter)", "The collections and views with their options"],
  ["createCollection(name, options)", "Make a collection: capped, with a validator, of time series …"],
  ["createView(name, source, pipeline)", "Make a view"],
  ["dropDatabase()", "Drop this database"],
  ["getSiblingDB(name)", "Another database"],
  ["runCommand(command)", "Run any command"],
  ["adminCommand(command)", "Run any command on the database admin"],
  ["aggregate(pipeline)", "Aggregate without a collection"],
  ["stats()", "Sizes and counts"],
]);

export const COLLECTION_HELP = table("Collection", [
  ["find(filter, projection)", "Documents that match"],
  ["findOne(filter, projection)", "The first of them"],
  ["aggregate(pipeline, options)", "Run an aggregation pipeline"],
  ["countDocuments(filter)", "How many match"],
  ["estimatedDocumentCount()", "How many there are"],
  ["distinct(field, filter)", "The different values of a field"],
  ["insertOne(document)", "Insert a document"],
  ["insertMany(documents, { ordered })", "Insert documents"],
  ["updateOne(filter, update, { upsert, arrayFilters })", "Change the first that matches"],
  ["updateMany(filter, update, options)", "Change all that match"],
  ["replaceOne(filter, replacement, { upsert })", "Replace the first that matches"],
  ["deleteOne(filter)", "Delete the first that matches"],
  ["deleteMany(filter)", "Delete all that match"],
  ["findOneAndUpdate(filter, update, { returnDocument, sort, upsert })", "Change one and give it back"],
  ["findOneAndReplace(filter, replacement, options)", "Replace one and give it back"],
  ["findOneAndDelete(filter, options)", "Delete one and give it back"],
  ["bulkWrite(operations, { ordered })", "Many writes at once"],
  ["createIndex(keys, { unique, sparse, partialFilterExpression … })", "Create an index"],
  ["createIndexes([keys, …], options)", "Create several"],
  ["getIndexes()", "List the indexes"],
  ["dropIndex(name or keys)", "Drop an index"],
  ["explain(verbosity).find(…)", "How the server would do it, and what it costs"],
  ["stats()", "Sizes and counts"],
  ["drop()", "Drop the collection"],
  ["renameCollection(name)", "Rename the collection"],
]);

export const SHARDING_HELP = table("Sharded cluster", [
  ["addShard(name)", "Add a shard"],
  ["enableSharding(database, primaryShard)", "Have a database be there, with a shard for what is not sharded"],
  ["shardCollection(namespace, key, unique, options)", "Shard a collection by a key"],
  ["splitAt(namespace, key)", "Split a chunk at a value of the key"],
  ["splitFind(namespace, query)", "Split the chunk of a document in the middle"],
  ["moveChunk(namespace, query, shard)", "Move the chunk of a document to a shard"],
  ["startBalancer() stopBalancer()", "Switch the balancer on or off; setBalancerState(on) does either"],
  ["getBalancerState()", "Whether the balancer is switched on"],
  ["isBalancerRunning()", "What the balancer is doing"],
  ["enableBalancing(namespace) disableBalancing(namespace)", "Have the balancer move a collection's chunks, or not"],
  ["listShards()", "The shards"],
  ["status(verbose)", "Shards, databases, collections and chunks"],
]);
