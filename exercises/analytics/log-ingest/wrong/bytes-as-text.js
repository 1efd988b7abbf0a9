// fails: history
// says: `[0].bytes` is 0, promised
// from: a-hit-by-hit.js
// Keeps the bytes as text and turns them into numbers where they are shown.

function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const local = new Date(Date.UTC(year, MONTHS.indexOf(found[2]), day, hour, minute, second));
  if (local.getUTCDate() !== day) return null;
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  return { path, time: new Date(local - 60_000 * offset), host, status: Number(status), bytes };
}

function hitsOf(db, path, from, to) {
  const hits = db.hits.find({ path, time: { $gte: from, $lt: to } }, { _id: 0, path: 0 }).sort({ time: 1 }).toArray();
  return hits.map((hit) => ({ ...hit, bytes: Number(hit.bytes) || 0 }));
}
