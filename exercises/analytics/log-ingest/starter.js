// Log lines, one document each. So far they are text, and every sending stores them again.

const LINE = /^(\S+) \S+ \S+ \[([^\]]+)\] "\S+ ((?:[^"\\]|\\.)*) \S+" (\d{3}) (\d+|-) "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*"$/;

// { host, time: "14/Oct/2012:23:30:00 -0700", path, status: "200", bytes: "-" }: texts, or null
function parts(line) {
  const found = LINE.exec(line);
  if (!found) return null;
  const [, host, time, path, status, bytes] = found;
  return { host, time, path, status, bytes };
}

function setup(db, rows) {
  for (const batch of rows.batches) ingest(db, batch);
}

// batch: { id, lines: [text] }
function ingest(db, batch) {
  for (const line of batch.lines) db.hits.insertOne({ batch: batch.id, ...parts(line) });
}

// [{ time, host, status, bytes }], oldest first
function hitsOf(db, path, from, to) {
  return db.hits.find({ path, time: { $gte: from, $lt: to } }).sort({ time: 1 });
}

// [{ status, hits, bytes }] by status
function traffic(db, from, to) {
  return [];
}

// the broken lines
function badLines(db) {
  return [];
}

// Run shows what a line becomes.
parts('10.0.0.1 - - [14/Oct/2012:23:30:00 -0700] "GET /a HTTP/1.1" 200 - "-" "curl/7.27.0"');
