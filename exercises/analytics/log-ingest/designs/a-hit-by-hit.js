// A document for each hit, named by batch and position: the database refuses what it has, and goes on with the rest.
// wins: When hits are read one by one, and loaders send again.
// stars: one-trip, lean-read

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LINE = /^(\S+) \S+ \S+ \[([^\]]+)\] "\S+ ((?:[^"\\]|\\.)*) \S+" (\d{3}) (\d+|-) "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*"$/;
const TIME = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;

// A line as a typed hit, null for a broken one.
function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const local = new Date(Date.UTC(year, MONTHS.indexOf(found[2]), day, hour, minute, second));
  if (local.getUTCDate() !== day) return null;
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  return { path, time: new Date(local - 60_000 * offset), host, status: Number(status), bytes: bytes === "-" ? 0 : Number(bytes) };
}

function setup(db, rows) {
  db.hits.createIndex({ path: 1, time: 1 });
  for (const batch of rows.batches) ingest(db, batch);
}

// Duplicates are lines of an earlier sending.
function insertNew(collection, documents) {
  if (documents.length === 0) return;
  try {
    collection.insertMany(documents, { ordered: false });
  } catch (error) {
    if (!error.writeErrors?.every(({ code }) => code === 11000)) throw error;
  }
}

function ingest(db, batch) {
  const lines = batch.lines.map((line, n) => ({ _id: { batch: batch.id, n }, line, hit: read(line) }));
  insertNew(db.bad, lines.filter(({ hit }) => !hit).map(({ _id, line }) => ({ _id, line })));
  insertNew(db.hits, lines.filter(({ hit }) => hit).map(({ _id, hit }) => ({ _id, ...hit })));
}

function hitsOf(db, path, from, to) {
  return db.hits.find({ path, time: { $gte: from, $lt: to } }, { _id: 0, path: 0 }).sort({ time: 1 });
}

function traffic(db, from, to) {
  return db.hits.aggregate([
    { $match: { time: { $gte: from, $lt: to } } },
    { $group: { _id: "$status", hits: { $sum: 1 }, bytes: { $sum: "$bytes" } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, status: "$_id", hits: 1, bytes: 1 } },
  ]);
}

function badLines(db) {
  return db.bad.find().toArray().map(({ line }) => line);
}
