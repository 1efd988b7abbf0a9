// Each collection is filled and read as the table says; a verdict says what goes wrong with its key.
// No model: its functions choose keys and add fields, and what they choose is measured on a cluster.

choice("keys", "document", "filter");

const LIMIT = 250;
const WINDOW = 500;
const NAMES = ["posts", "carts", "comments", "photoChunks", "dailyStats", "walls"];

const show = (value) => JSON.stringify(value) ?? "nothing";
const isDocument = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const pick = (source, fields) => Object.fromEntries(fields.map((field) => [field, source[field]]));

// Operations with their weight; `writes` are updates whose spread counts in the place of that of the inserts.
const MIXES = {
  posts: { ops: [[4000, ["_id"]], [100, ["author"]]] },
  carts: { ops: [[6000, ["_id"]], [1, ["status"]]] },
  comments: { ops: [[5000, ["node"]]], unique: ["node", "slug"] },
  photoChunks: { ops: [[2000, ["files_id"]]], unique: ["files_id", "n"] },
  dailyStats: {
    ops: [[20_000, ["page", "day"]], [500, ["page"], { day: { $gte: new Date(Date.UTC(2012, 9, 1)), $lt: new Date(Date.UTC(2012, 10, 1)) } }]],
    writes: ["page", "day"],
  },
  walls: { ops: [[8900, ["user", "month"]]], writes: ["user", "month"] },
};

/** What is wrong with a collection; `lost` if a document or a filter does not keep to the task. */
class Fault extends Error {
  constructor(message, lost) {
    super(message);
    this.lost = lost;
  }
}

// Says in a sentence what is wrong with a collection, null when all is right.
function verdict(t, name) {
  const w = t.cluster({ seed: 900 + NAMES.indexOf(name), scale: 0.5, chunkLimit: LIMIT });
  const key = w.call("keys")?.[name];
  if (!isDocument(key) || Object.keys(key).length === 0) return { text: `keys().${name} is ${show(key)}, not a shard key`, lost: false };
  try {
    tried(t, w, name, key);
    return null;
  } catch (error) {
    if (error instanceof Fault) return { text: `${name} by ${show(key)}: ${error.message}`, lost: error.lost };
    throw error;
  }
}

function refuse(condition, message, lost = false) {
  if (condition) throw new Fault(message, lost);
}

function tried(t, w, name, key) {
  const { ops, unique, writes } = MIXES[name];
  const rows = w.rows[name];
  const collection = w.db.getCollection(name);
  const added = Object.keys(key).filter((field) => !(field in rows[0]));
  if (unique) collection.createIndex(Object.fromEntries([...added, ...unique].map((field) => [field, 1])), { unique: true });
  attempt(() => w.sh.shardCollection(`test.${name}`, key), "sharding was refused");
  const asked = (filter) => collection.find(filter).explain().queryPlanner.winningPlan.shards.map(({ shardName }) => shardName);
  const random = t.random(NAMES.indexOf(name));

  const sent = [];
  rows.forEach((row, i) => {
    const doc = stored(w, name, key, row);
    if (!writes && i >= rows.length - WINDOW) sent.push(asked(pick(doc, Object.keys(key))));
    attempt(() => collection.insertOne(doc), `inserting ${show(row)} was refused`);
  });
  // What is written now is at the end of the rows.
  const recent = rows.slice(-Math.floor(rows.length / 10));
  if (writes) for (let i = 0; i < WINDOW; i++) sent.push(asked(filtered(w, name, pick(random.pick(recent), writes))));
  const shares = new Map();
  for (const shards of sent) for (const shard of shards) shares.set(shard, (shares.get(shard) ?? 0) + 1 / shards.length);
  const [shard, most] = [...shares].sort((a, b) => b[1] - a[1])[0];
  refuse(most > 0.45 * WINDOW, `${shard} got ${Math.round(most)} of ${WINDOW} consecutive ${writes ? "updates" : "inserts"}`);

  let sum = 0;
  let worst = { shards: 0 };
  const all = ops.reduce((total, [weight]) => total + weight, 0);
  for (const [weight, fields, more] of ops) {
    const counts = Array.from({ length: 25 }, () => {
      const sent = filtered(w, name, { ...pick(random.pick(rows), fields), ...more });
      refuse(collection.countDocuments(sent) === 0, `filter("${name}", …) made ${show(sent)}, which finds nothing`, true);
      return asked(sent).length;
    });
    const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
    sum += (mean * weight) / all;
    if (mean * weight > (worst.shards * worst.weight || 0)) worst = { shards: mean, weight, fields };
  }
  refuse(sum > 1.3, `${worst.weight} operations by ${worst.fields.map((field) => `\`${field}\``).join(" and ")} asked ${worst.shards.toFixed(1)} shards each`);

  const largest = w.cluster.chunks(`test.${name}`).reduce((a, b) => (b.documents > a.documents ? b : a));
  refuse(largest.documents > LIMIT, `a chunk of at most ${LIMIT} documents has ${largest.documents} and could not be split`);
}

function attempt(action, what) {
  try {
    action();
  } catch (error) {
    throw new Fault(`${what}: ${error.message}`, false);
  }
}

function stored(w, name, key, row) {
  const doc = w.call("document", name, row);
  const changed = isDocument(doc) ? Object.keys(row).find((field) => show(doc[field]) !== show(row[field])) : "_id";
  refuse(changed !== undefined, `document("${name}", …) made ${show(doc)} of ${show(row)}, which has lost or changed a field`, true);
  const missing = Object.keys(key).find((field) => doc[field] === undefined);
  refuse(missing !== undefined, `the stored documents have no field \`${missing}\`, which is in the key`);
  return doc;
}

function filtered(w, name, filter) {
  const sent = w.call("filter", name, filter);
  const changed = isDocument(sent) ? Object.keys(filter).find((field) => show(sent[field]) !== show(filter[field])) : "";
  refuse(changed !== undefined, `filter("${name}", ${show(filter)}) made ${show(sent)}, which has lost or changed a field`, true);
  return sent;
}

// All six verdicts of one grading, made once.
let verdicts = null;
function faults(t) {
  verdicts ??= NAMES.map((name) => verdict(t, name));
  return verdicts.filter((fault) => fault !== null);
}

function expectRight(t, count) {
  const wrong = faults(t);
  const right = NAMES.length - wrong.length;
  t.expect.that(right >= count, `${amountOf(right, "collection is", "collections are")} right. ${wrong.map(({ text }) => text).join(". ")}`);
}

must("fields", "`document` and `filter` keep all fields, and a filter finds what was stored.", (t) => {
  const lost = faults(t).find((fault) => fault.lost);
  t.expect.that(lost === undefined, lost?.text);
});
must("three", "Three of the six collections have a right key.", (t) => expectRight(t, 3), { after: ["fields"] });
star("four", "Four of the six collections have a right key.", (t) => expectRight(t, 4));
star("five", "Five of the six collections have a right key.", (t) => expectRight(t, 5));
star("six", "All six collections have a right key.", (t) => expectRight(t, 6));

// Finds by one field, as a program would with the key chosen.
const found = (name, field) => (w) => {
  w.sh.shardCollection(`test.${name}`, w.call("keys")[name]);
  for (const row of w.rows[name]) w.db.getCollection(name).insertOne(w.call("document", name, row));
  const filter = w.call("filter", name, pick(w.rows[name].at(-1), [field]));
  w.counted(() => w.db.getCollection(name).find(filter).toArray());
};
probe("author", found("posts", "author"), { seed: 906, scale: 0.5, shards: 4, chunkLimit: LIMIT });
probe("upload", found("photoChunks", "files_id"), { seed: 906, scale: 0.5, shards: 4, chunkLimit: LIMIT });

measure(
  (w) => {
    const keys = w.call("keys");
    for (const name of NAMES) w.sh.shardCollection(`test.${name}`, keys[name]);
    for (const name of NAMES) for (const row of w.rows[name].slice(0, 10)) w.call("document", name, row);
  },
  { scale: 0.02, shards: 4, chunkLimit: LIMIT },
);
