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

const SHELL = `use <db>: Take another database
show dbs: List the databases
show collections: List the collections of this database
show profile: List the last operations and what they cost
show users, show roles: List who there is, and what they may do
show logs, show log <name>: List the logs, or the last lines of one
it: Show the next documents of the last cursor
db: This database; db.help() lists its methods
db.<collection>: A collection; db.<collection>.help() lists its methods
sh, rs: Sharding and replication; sh.help() and rs.help() list the methods
<method>.help(): What a method does, as in db.<collection>.find.help()
print(…), printjson(…), console.log(…): Print values
EJSON.stringify(…), EJSON.parse(…): Extended JSON from values, and values from it
config: The shell's settings; config.set(name, value) changes one
sleep(ms): Advance the virtual clock
ObjectId, ISODate, UUID, NumberInt, NumberLong …: Make values of BSON types`;

export const DATABASE_HELP = `getCollection(name): A collection, whatever its name
getCollectionNames(): The names of the collections
getCollectionInfos(filter): The collections and views with their options
createCollection(name, options): Make a collection: capped, with a validator, of time series …
createView(name, source, pipeline): Make a view
dropDatabase(): Drop this database
getName(): The name of this database
getSiblingDB(name): Another database
getMongo(): The connection
runCommand(command): Run any command
adminCommand(command): Run any command on the database admin
listCommands(): The commands that there are
aggregate(pipeline, options): Aggregate without a collection
watch(pipeline, options): Follow what changes
stats(scale): Sizes and counts
printCollectionStats(): The sizes and counts of every collection
currentOp(): The operations under way
killOp(opid): End one of them
setProfilingLevel(level, options): Which operations the profiler writes down
getProfilingStatus(): What it writes down now
setLogLevel(level, component): How much is logged
getLogComponents(): How much of each component is
serverStatus(options): Counters of the server
hello(): What the server is
hostInfo(): The computer that it runs on
serverBuildInfo(): How it was built
version(): Its version
createUser(user): Make a user
updateUser(name, changes): Change a user
dropUser(name): Remove a user
getUser(name): A user
getUsers(): All users
getRoles(options): The roles
printShardingStatus(): Shards, databases, collections and chunks`;

export const COLLECTION_HELP = `find(filter, projection, options): Documents that match
findOne(filter, projection, options): The first of them
aggregate(pipeline, options): Run an aggregation pipeline
countDocuments(filter, options): How many match
estimatedDocumentCount(options): How many there are
distinct(field, filter, options): The different values of a field
insertOne(document, options): Insert a document
insertMany(documents, { ordered }): Insert documents
updateOne(filter, update, { upsert, arrayFilters … }): Change the first that matches
updateMany(filter, update, options): Change all that match
replaceOne(filter, replacement, { upsert … }): Replace the first that matches
deleteOne(filter, options): Delete the first that matches
deleteMany(filter, options): Delete all that match
findOneAndUpdate(filter, update, { returnDocument, sort, upsert … }): Change one and give it back
findOneAndReplace(filter, replacement, options): Replace one and give it back
findOneAndDelete(filter, options): Delete one and give it back
bulkWrite(operations, { ordered }): Many writes at once
initializeOrderedBulkOp(): Collect many writes, to be done one after the other
initializeUnorderedBulkOp(): Collect many writes, to be done in any order
createIndex(keys, { unique, sparse, partialFilterExpression … }): Create an index
createIndexes([keys, …], options): Create several
getIndexes(): List the indexes
dropIndex(name or keys): Drop an index
dropIndexes(names): Drop several, or all but that of _id
hideIndex(name or keys): Keep an index from being used
unhideIndex(name or keys): Have it used again
explain(verbosity).find(…): How the server would do it, and what it costs
getPlanCache(): The plans that are remembered
watch(pipeline, options): Follow what changes
mapReduce(map, reduce, options): Run a map-reduce, which a pipeline does better
stats(options): Sizes and counts
dataSize(): Bytes of the documents
storageSize(): Bytes taken up by them
totalIndexSize(): Bytes of the indexes
totalSize(): Bytes of both
isCapped(): Whether the collection is capped
validate(options): Look for damage
latencyStats(options): How long its operations took
drop(): Drop the collection
renameCollection(name, dropTarget): Rename the collection
getName(): Its name
getFullName(): Its name with that of the database
getDB(): Its database
getShardDistribution(): How its documents lie on the shards`;

export const CURSOR_HELP = `toArray(): All documents that are left, in an array
forEach(function): Call a function with each document
map(function): Give what a function makes of each
hasNext(): Whether there is another document
next(): The next document
tryNext(): The next document, or null
itcount(): How many there are, by reading them
count(): How many match
size(): How many match, within skip and limit
sort(keys): Sort by these fields
limit(number): Give so many at most
skip(number): Leave out the first so many
batchSize(number): Documents that come at once
projection(fields): Fields to give or to leave out
collation(options): Compare texts by the rules of a language
hint(index): Use this index
min(keys): Begin at these keys of the index
max(keys): End before these keys of the index
comment(text): Put a note into the profile
maxTimeMS(number): Give up after so long
explain(verbosity): How the server would do it, and what it costs
pretty(): As it is: everything prints laid out
close(): Be done with it
isExhausted(): Whether all documents have been read
isClosed(): Whether it is closed
objsLeftInBatch(): How many are here already`;

export const SHARDING_HELP = (): string =>
  table(
    "Shard Class",
    `addShard(name): Add a shard
enableSharding(database, primaryShard): Have a database be there, with a shard for what is not sharded
shardCollection(namespace, key, unique, options): Shard a collection by a key
splitAt(namespace, key): Split a chunk at a value of the key
splitFind(namespace, query): Split the chunk of a document in the middle
moveChunk(namespace, query, shard): Move the chunk of a document to a shard
startBalancer() stopBalancer(): Switch the balancer on or off; setBalancerState(on) does either
getBalancerState(): Whether the balancer is switched on
isBalancerRunning(): What the balancer is doing
enableBalancing(namespace) disableBalancing(namespace): Have the balancer move a collection's chunks, or not
listShards(): The shards
status(verbose): Shards, databases, collections and chunks`,
  );
