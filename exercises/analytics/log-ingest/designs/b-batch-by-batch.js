// A document for each batch, with its hits as an array: one write a batch, and every read searches all batches.
// wins: When batches are written all day and hardly ever read.
// stars: one-trip

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
  for (const batch of rows.batches) ingest(db, batch);
}

// Replaces what is stored if that is shorter.
function ingest(db, { id, lines }) {
  const shorter = { _id: id, size: { $lt: lines.length } };
  const hits = lines.map(read);
  const change = { $set: { size: lines.length, hits: hits.filter(Boolean), bad: lines.filter((_, n) => !hits[n]) } };
  try {
    db.batches.updateOne(shorter, change, { upsert: true });
  } catch (error) {
    if (error.code !== 11000) throw error;
    // It is there already; a shorter one may have come at the same moment.
    db.batches.updateOne(shorter, change);
  }
}

const hitsWithin = (from, to, more) => [
  { $unwind: "$hits" },
  { $replaceRoot: { newRoot: "$hits" } },
  { $match: { ...more, time: { $gte: from, $lt: to } } },
];

function hitsOf(db, path, from, to) {
  return db.batches.aggregate([...hitsWithin(from, to, { path }), { $sort: { time: 1 } }, { $unset: "path" }]);
}

function traffic(db, from, to) {
  return db.batches.aggregate([
    ...hitsWithin(from, to, {}),
    { $group: { _id: "$status", hits: { $sum: 1 }, bytes: { $sum: "$bytes" } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, status: "$_id", hits: 1, bytes: 1 } },
  ]);
}

function badLines(db) {
  return db.batches.find().toArray().flatMap(({ bad }) => bad);
}
