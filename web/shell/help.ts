/**
 * What `help` says.
 *
 * Reference: <https://www.mongodb.com/docs/mongodb-shell/reference/access-mdb-shell-help/>.
 */
import { PRINT } from "./printing.js";

/** A help text as scripts see it. */
export interface Help {
  readonly text: string;
}

export class HelpText implements Help {
  constructor(readonly text: string) {}
  [PRINT](): string {
    return this.text;
  }
}

/** Wraps a text so that it prints verbatim. */
export function helpText(text: string): Help {
  return new HelpText(text);
}

/** A function that returns a help text, and prints as that text itself. */
export function helpOf(text: () => string): () => Help {
  return Object.freeze(Object.assign(() => helpText(text()), { [PRINT]: Object.freeze(text) }));
}

const MANUAL = "https://www.mongodb.com/docs/manual/reference";
const USAGE = "For more information on usage: ";

/** Calls and their descriptions, one per line. */
type Rows = string;

function rowsOf(rows: Rows): [call: string, what: string][] {
  return rows.split("\n").map((row) => {
    const at = row.indexOf(": ");
    return [row.slice(0, at), row.slice(at + 2)];
  });
}

/** The widest call whose description fits on the same line. */
const WIDEST = 44;

function table(title: string, rows: Rows): string {
  const all = rowsOf(rows);
  const width = Math.max(...all.map(([call]) => call.length).filter((length) => length <= WIDEST)) + 2;
  const lines = all.map(([call, what]) =>
    call.length <= WIDEST ? `  ${call.padEnd(width)}${what}` : `  ${call}\n  ${" ".repeat(width)}${what}`,
  );
  return `${title}:\n\n${lines.join("\n")}`;
}

/** The methods of a class and its base classes. */
function methodsOf(type: { readonly prototype: object }): string[] {
  const names = new Set<string>();
  for (let at = type.prototype; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at) as object) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names].filter((name) => /^[a-z]/i.test(name) && !HIDDEN.has(name));
}

/** Internal methods, and those of every object. */
const HIDDEN = new Set([
  "constructor",
  "toString",
  "help",
  "command",
  "change",
  "open",
  "page",
  "printPage",
  "finish",
  "toBSON",
]);

/** Help for a class: the given rows, then the names of all other methods. */
export function classHelp(title: string, type: { readonly prototype: object }, rows: Rows = ""): () => Help {
  let text: string | undefined;
  return helpOf(() => (text ??= classText(title, methodsOf(type), rows)));
}

function classText(title: string, methods: readonly string[], rows: Rows): string {
  // An aggregation cursor has fewer methods than other cursors.
  rows = rows
    .split("\n")
    .filter((row) => methods.includes(/^\w*/.exec(row)?.[0] ?? ""))
    .join("\n");
  const described = new Set(rows === "" ? [] : rowsOf(rows).flatMap(([call]) => call.match(/\w+(?=\()/g) ?? []));
  const others = methods.filter((name) => !described.has(name)).sort();
  const parts = rows === "" ? [`${title} Class:`] : [table(`${title} Class`, rows)];
  for (let line = ""; others.length > 0; line = "") {
    while (others[0] && line.length + others[0].length < 96)
      line += `${others.shift()}${others.length > 0 ? ", " : ""}`;
    parts.push(`  ${line.trimEnd()}`);
  }
  return `${parts[0]}${parts.length > 1 ? "\n\n" : ""}${parts.slice(1).join("\n")}`;
}

/** Help for a method: `db.collection.find.help()`. */
function methodHelp(of: "db" | "db.collection", name: string): () => Help {
  return helpOf(() => {
    const [call, what] = rowsOf(of === "db" ? DATABASE_HELP : COLLECTION_HELP).find(([call]) =>
      call.startsWith(`${name}(`),
    ) ?? [`${name}()`, ""];
    return `${of}.${call}:\n\n${what === "" ? "" : `${what}\n\n`}${USAGE}${MANUAL}/method/${of}.${name}`;
  });
}

/** A method as scripts see it: with its name and its help. */
export function withHelp(of: "db" | "db.collection", name: string, method: (...given: unknown[]) => unknown): unknown {
  return Object.defineProperties(method, { name: { value: name }, help: { get: () => methodHelp(of, name) } });
}

/** Help for a BSON class: `ObjectId.help()`. */
export function bsonHelp(name: string): () => Help {
  return helpOf(() => `The ${name} BSON Class:\n\n${USAGE}${MANUAL}/bson-types`);
}

export const SHELL_HELP = (): string => `${table("Shell Help", SHELL)}\n\n  ${USAGE}${MANUAL}/method`;

const SHELL = `use <db>: Switch to another database
show dbs: List the databases
show collections: List the collections of this database
show profile: List the last operations and their costs
show users, show roles: List users, or roles with their privileges
show logs, show log <name>: List the logs, or the last lines of one
it: Show the next documents of the last cursor
db: This database; db.help() lists its methods
db.<collection>: A collection; db.<collection>.help() lists its methods
sh, rs: Sharding and replication; sh.help() and rs.help() list the methods
<method>.help(): Describe a method, as in db.<collection>.find.help()
print(…), printjson(…), console.log(…): Print values
EJSON.stringify(…), EJSON.parse(…): Extended JSON from values, and values from it
config: The shell's settings; config.set(name, value) changes one
sleep(ms): Advance the virtual clock
ObjectId, ISODate, UUID, NumberInt, NumberLong …: Construct values of BSON types`;

export const DATABASE_HELP = `getCollection(name): A collection with any name
getCollectionNames(): The names of the collections
getCollectionInfos(filter): The collections and views with their options
createCollection(name, options): Create a collection: capped, with a validator, for time series …
createView(name, source, pipeline): Create a view
dropDatabase(): Drop this database
getName(): The name of this database
getSiblingDB(name): Another database
getMongo(): The connection
runCommand(command): Run any command
adminCommand(command): Run any command on the database admin
listCommands(): All commands
aggregate(pipeline, options): Aggregate without a collection
watch(pipeline, options): Open a change stream
stats(scale): Sizes and counts
printCollectionStats(): The sizes and counts of every collection
currentOp(): The running operations
killOp(opid): End a running operation
setProfilingLevel(level, options): Set which operations the profiler records
getProfilingStatus(): The profiler's settings
setLogLevel(level, component): Set how much is logged
getLogComponents(): The log level of each component
serverStatus(options): Counters of the server
hello(): The server's role and limits
hostInfo(): The server's computer
serverBuildInfo(): The server's version and build
version(): The server's version
createUser(user): Create a user
updateUser(name, changes): Change a user
dropUser(name): Remove a user
getUser(name): A user
getUsers(): All users
getRoles(options): The roles
printShardingStatus(): Shards, databases, collections and chunks`;

export const COLLECTION_HELP = `find(filter, projection, options): Documents that match
findOne(filter, projection, options): The first document that matches
aggregate(pipeline, options): Run an aggregation pipeline
countDocuments(filter, options): The number of matching documents
estimatedDocumentCount(options): The number of all documents
distinct(field, filter, options): The distinct values of a field
insertOne(document, options): Insert a document
insertMany(documents, { ordered }): Insert documents
updateOne(filter, update, { upsert, arrayFilters … }): Change the first that matches
updateMany(filter, update, options): Change all that match
replaceOne(filter, replacement, { upsert … }): Replace the first that matches
deleteOne(filter, options): Delete the first that matches
deleteMany(filter, options): Delete all that match
findOneAndUpdate(filter, update, { returnDocument, sort, upsert … }): Change one and return it
findOneAndReplace(filter, replacement, options): Replace one and return it
findOneAndDelete(filter, options): Delete one and return it
bulkWrite(operations, { ordered }): Many writes at once
initializeOrderedBulkOp(): Collect writes that run in order
initializeUnorderedBulkOp(): Collect writes that run in any order
createIndex(keys, { unique, sparse, partialFilterExpression … }): Create an index
createIndexes([keys, …], options): Create several indexes
getIndexes(): List the indexes
dropIndex(name or keys): Drop an index
dropIndexes(names): Drop several indexes, or all but that of _id
hideIndex(name or keys): Hide an index from the planner
unhideIndex(name or keys): Use a hidden index again
explain(verbosity).find(…): The plan, and what it costs
getPlanCache(): The cached plans
watch(pipeline, options): Open a change stream
mapReduce(map, reduce, options): Run a map-reduce; an aggregation pipeline is better
stats(options): Sizes and counts
dataSize(): Bytes of the documents
storageSize(): Bytes of the documents' storage
totalIndexSize(): Bytes of the indexes
totalSize(): Bytes of documents and indexes
isCapped(): Whether the collection is capped
validate(options): Check for damage
latencyStats(options): The latency of its operations
drop(): Drop the collection
renameCollection(name, dropTarget): Rename the collection
getName(): Its name
getFullName(): Its name, with the database's
getDB(): Its database
getShardDistribution(): The distribution of its documents over the shards`;

export const CURSOR_HELP = `toArray(): All remaining documents, in an array
forEach(function): Call a function with each document
map(function): Return the function's result for each document
hasNext(): Whether there is another document
next(): The next document
tryNext(): The next document, or null
itcount(): The number of remaining documents, by reading them
count(): The number of matching documents
size(): The number of matching documents, within skip and limit
sort(keys): Sort by these fields
limit(number): Return at most this many
skip(number): Skip this many
batchSize(number): Documents per batch
projection(fields): Fields to include or exclude
collation(options): Compare strings by a language's rules
hint(index): Use this index
min(keys): Start at these keys of the index
max(keys): End before these keys of the index
comment(text): Add a comment to the profile
maxTimeMS(number): Stop with an error after this time
explain(verbosity): The plan, and what it costs
pretty(): No effect: all results print formatted
close(): Close the cursor
isExhausted(): Whether all documents have been read
isClosed(): Whether the cursor is closed
objsLeftInBatch(): Documents left in the current batch`;

export const SHARDING_HELP = (): string =>
  table(
    "Shard Class",
    `addShard(name): Add a shard
enableSharding(database, primaryShard): Create a database, with a primary shard
shardCollection(namespace, key, unique, options): Shard a collection by a key
splitAt(namespace, key): Split a chunk at a value of the key
splitFind(namespace, query): Split a document's chunk in the middle
moveChunk(namespace, query, shard): Move the chunk of a document to a shard
startBalancer() stopBalancer(): Switch the balancer on or off; setBalancerState(on) does either
getBalancerState(): Whether the balancer is switched on
isBalancerRunning(): The balancer's state
enableBalancing(namespace) disableBalancing(namespace): Allow the balancer to move a collection's chunks, or not
listShards(): The shards
status(verbose): Shards, databases, collections and chunks`,
  );
