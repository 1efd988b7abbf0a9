// A document for each line with the batch in fields of their own, kept unique by an index; sent in halves.

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
  db.lines.createIndex({ batch: 1, n: 1 }, { unique: true });
  db.lines.createIndex({ "hit.path": 1, "hit.time": 1 });
  for (const batch of rows.batches) ingest(db, batch);
}

function ingest(db, { id, lines }) {
  const documents = lines.map((line, n) => {
    const hit = read(line);
    return hit ? { batch: id, n, hit } : { batch: id, n, line };
  });
  const half = Math.ceil(documents.length / 2);
  for (const some of [documents.slice(0, half), documents.slice(half)]) {
    if (some.length === 0) continue;
    try {
      db.lines.insertMany(some, { ordered: false });
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}

function hitsOf(db, path, from, to) {
  return db.lines
    .find({ "hit.path": path, "hit.time": { $gte: from, $lt: to } })
    .toArray()
    .map(({ hit }) => hit)
    .sort((a, b) => a.time - b.time);
}

function traffic(db, from, to) {
  const rows = new Map();
  for (const { hit } of db.lines.find({ "hit.time": { $gte: from, $lt: to } })) {
    const row = rows.get(hit.status) ?? { status: hit.status, hits: 0, bytes: 0 };
    rows.set(hit.status, { ...row, hits: row.hits + 1, bytes: row.bytes + hit.bytes });
  }
  return [...rows.values()].sort((a, b) => a.status - b.status);
}

function badLines(db) {
  return db.lines.find({ hit: { $exists: false } }, { _id: 0, line: 1 }).toArray().map(({ line }) => line);
}
