// Predictions are compared with a cluster; the keys are tried with their workloads, write by write.
// No model: its functions compute or choose a key, and what they choose is measured on a cluster.

const NAMESPACE = "test.books";
const LIMIT = 250;
const WARM = 2000;
const WINDOW = 500;
const SPAN = 50;

const show = (value) => JSON.stringify(value) ?? "nothing";
const percent = (share) => `${Math.round(100 * share)} %`;
const end = (bound) => (bound === null ? "…" : show(bound));
const chunkText = ({ min, max, documents }) => `${end(min)} to ${end(max)}: ${documents}`;

// The chunks that the cluster itself makes for the keys.
function chunksOf(t, keys, limit) {
  const w = t.cluster({ seed: 811, scale: 0.001, chunkLimit: limit });
  w.sh.shardCollection("test.keys", { k: 1 });
  for (const k of keys) w.db.keys.insertOne({ k });
  const bound = ({ k }) => (typeof k === "object" ? null : numberOf(k));
  return w.cluster.chunks("test.keys").map(({ min, max, documents }) => ({ min: bound(min), max: bound(max), documents }));
}

function expectChunks(t, w, keys, limit, what) {
  const call = `chunksAfter(${what}, ${limit})`;
  const found = w.call("chunksAfter", keys, limit);
  t.expect.that(Array.isArray(found), `${call} returned ${show(found)}, not an array`);
  const [is, should] = [found, chunksOf(t, keys, limit)].map((chunks) => chunks.map((chunk) => chunkText(chunk ?? {})));
  const at = Math.max(0, should.findIndex((chunk, i) => chunk !== is[i]));
  t.expect.that(
    show(is) === show(should),
    `${call} predicted ${amountOf(is.length, "chunk")}, the cluster has ${should.length}; the first that differs: predicted ${is[at] ?? "none"}, the cluster has ${should[at]}`,
  );
}

const upTo = (count) => Array.from({ length: count }, (_, i) => i);

must("middle", "chunksAfter splits a chunk in the middle of its keys.", (t) => {
  const w = t.cluster({ seed: 812, scale: 0.001 });
  expectChunks(t, w, [], 4, "no keys");
  expectChunks(t, w, upTo(250), 250, "250 ascending keys");
  expectChunks(t, w, upTo(251), 250, "251 ascending keys");
  expectChunks(t, w, upTo(60), 7, "60 ascending keys");
  expectChunks(t, w, upTo(64).reverse(), 8, "64 descending keys");
  expectChunks(t, w, upTo(12).reverse(), 2, "12 descending keys");
  const random = t.random(1);
  for (const limit of [2, 5, 16]) expectChunks(t, w, random.shuffle(upTo(90)).map((i) => 3 * i - 80), limit, "90 keys from -80 to 187 in random order");
});

must("equal", "chunksAfter never cuts between equal keys.", (t) => {
  const w = t.cluster({ seed: 813, scale: 0.001 });
  const some = (count, key) => Array.from({ length: count }, () => key);
  expectChunks(t, w, some(30, 7), 10, "30 times the key 7");
  expectChunks(t, w, [...some(6, 1), 2, 3], 6, "[1, 1, 1, 1, 1, 1, 2, 3]");
  expectChunks(t, w, [5, ...some(9, 6)], 5, "[5, and 9 times 6]");
  expectChunks(t, w, [...some(4, -1), 0, ...some(6, -1), 1], 4, "[-1, -1, -1, -1, 0, 6 times -1, 1]");
  expectChunks(t, w, [...some(5, 1), 2, 3, 4, 5, 6], 4, "[1, 1, 1, 1, 1, 2, 3, 4, 5, 6]");
  const random = t.random(2);
  for (const limit of [3, 8]) expectChunks(t, w, upTo(80).map(() => random.int(0, 9)), limit, "80 keys from 0 to 9 in random order");
}, { after: ["middle"] });

// A cluster whose collection is sharded for a workload and still empty.
function begun(t, workload, plan) {
  const w = t.cluster({ chunkLimit: LIMIT, ...plan });
  const key = w.call("keyFor", workload);
  const call = `keyFor(${show(workload)})`;
  t.expect.that(key !== null && typeof key === "object", `${call} returned ${show(key)}, not a shard key`);
  const unknown = Object.keys(key).find((field) => !["_id", "prefix"].includes(field));
  t.expect.that(unknown === undefined, `${call} is ${show(key)}; the documents have no field \`${unknown}\``);
  try {
    w.sh.shardCollection(NAMESPACE, key);
  } catch (error) {
    t.fail(`${call} is ${show(key)}, and sharding by it was refused: ${error.message}`);
  }
  if (w.has("presplit")) w.call("presplit", workload);
  const already = w.db.books.countDocuments();
  t.expect.that(already === 0, `presplit(sh, ${show(workload)}) left ${amountOf(already, "document")} in the collection, which should be empty`);
  return { w, key, books: w.rows.books };
}

// Inserts books quickly, some at a time.
function insert(w, books, batch) {
  for (let at = 0; at < books.length; at += batch) w.db.books.insertMany(books.slice(at, at + batch));
}

// Inserts books one by one; returns the shard of each.
function watched(w, books) {
  return books.map((book) => {
    const [shard] = asked(w, book);
    w.db.books.insertOne(book);
    return shard;
  });
}

// The shards that the router asks for a filter.
function asked(w, filter) {
  return w.db.books.find(filter).explain().queryPlanner.winningPlan.shards.map(({ shardName }) => shardName);
}

// The largest share that one shard had of consecutive writes, and which.
function hottest(sent) {
  const counts = new Map();
  let most = { shard: null, writes: 0 };
  sent.forEach((shard, i) => {
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
    if (i >= WINDOW) counts.set(sent[i - WINDOW], counts.get(sent[i - WINDOW]) - 1);
    if (counts.get(shard) > most.writes) most = { shard, writes: counts.get(shard), last: i };
  });
  return most;
}

function expectSpread(t, key, sent, workload, limit) {
  const { shard, writes } = hottest(sent);
  t.expect.that(writes <= limit * WINDOW, `${workload} with the key ${show(key)}: ${shard} took ${writes} of ${WINDOW} consecutive writes; ${percent(limit)} are ${limit * WINDOW}`);
}

// Reads of neighbours, spread over all ids.
function expectRanges(t, workload, seed) {
  const { w, key, books } = begun(t, workload, { seed, scale: 0.25 });
  insert(w, books, 20);
  const random = t.random(seed);
  const starts = Array.from({ length: 60 }, () => random.int(0, books.length - SPAN));
  const counts = starts.map((from) => asked(w, { _id: { $gte: from, $lt: from + SPAN } }).length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  t.expect.that(mean <= 1.5, `${workload} with the key ${show(key)}: a read of ${SPAN} neighbouring ids asked ${mean.toFixed(2)} of 4 shards on average; 1.5 are allowed`);
}

must("ingest", "Writes of `ingest` go to all shards, a read asks one, and every chunk can be split.", (t) => {
  const { w, key, books } = begun(t, "ingest", { seed: 814, scale: 0.45 });
  insert(w, books.slice(0, WARM), 1);
  expectSpread(t, key, watched(w, books.slice(WARM, WARM + 1500)), "ingest", 0.4);
  insert(w, books.slice(WARM + 1500), 10);
  for (const book of books.slice(-20)) {
    const shards = asked(w, book);
    t.expect.that(shards.length === 1, `ingest with the key ${show(key)}: a read of one book asked ${shards.length} shards`);
  }
  const largest = w.cluster.chunks(NAMESPACE).reduce((a, b) => (b.documents > a.documents ? b : a));
  t.expect.that(largest.documents <= LIMIT, `ingest with the key ${show(key)}: a chunk has ${largest.documents} documents and could not be split; ${LIMIT} are allowed`);
});

must("ranges", "A range read of `ranges` asks few shards.", (t) => {
  expectRanges(t, "ranges", 815);
});

must("load", "A range read of `load` asks few shards.", (t) => {
  expectRanges(t, "load", 816);
});

star("spread-load", "In the night of `load` no shard gets more than 45 % of 500 consecutive writes.", (t) => {
  const { w, key, books } = begun(t, "load", { seed: 817 });
  const [first, last] = [2000, books.length - 2000];
  expectSpread(t, key, watched(w, books.slice(0, first)), "load", 0.45);
  insert(w, books.slice(first, last), 50);
  expectSpread(t, key, watched(w, books.slice(last)), "load", 0.45);
}, { after: ["load"] });

star("calm-load", "In the night of `load` at most 2 % of the documents move.", (t) => {
  const { w, key, books } = begun(t, "load", { seed: 818 });
  insert(w, books, 20);
  const moves = w.cluster.migrations.filter(({ namespace }) => namespace === NAMESPACE);
  const documents = moves.reduce((sum, migration) => sum + migration.documents, 0);
  t.expect.that(documents <= 0.02 * books.length, `load with the key ${show(key)}: ${documents} of ${books.length} documents moved from shard to shard, in ${amountOf(moves.length, "move")}`);
}, { after: ["load"] });

// Reads 50 neighbouring ids from the middle, as a program would with the keys chosen.
const neighbours = (workload) => (w) => {
  const { books } = w.rows;
  w.sh.shardCollection(NAMESPACE, w.call("keyFor", workload));
  insert(w, books, 20);
  const from = Math.floor(books.length / 3);
  w.counted(() => w.db.books.find({ _id: { $gte: from, $lt: from + SPAN } }).toArray());
};
probe("ingest", neighbours("ingest"), { seed: 819, scale: 0.25, shards: 4, chunkLimit: LIMIT });
probe("ranges", neighbours("ranges"), { seed: 819, scale: 0.25, shards: 4, chunkLimit: LIMIT });

measure(
  (w) => {
    w.sh.shardCollection(NAMESPACE, w.call("keyFor", "load"));
    if (w.has("presplit")) w.call("presplit", "load");
    w.call("chunksAfter", upTo(100), 10);
  },
  { scale: 0.01, shards: 4, chunkLimit: LIMIT },
);
