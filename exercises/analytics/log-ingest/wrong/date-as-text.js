// fails: history
// says: which is not expected
// from: a-hit-by-hit.js
// Keeps the date as the line has it.

function read(line) {
  const [, host, text, path, status, bytes] = LINE.exec(line) ?? [];
  const found = TIME.exec(text ?? "");
  if (!found) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((at) => Number(found[at]));
  const local = new Date(Date.UTC(year, MONTHS.indexOf(found[2]), day, hour, minute, second));
  if (local.getUTCDate() !== day) return null;
  const offset = (60 * Number(found[8]) + Number(found[9])) * (found[7] === "-" ? -1 : 1);
  return { path, time: text, host, status: Number(status), bytes: bytes === "-" ? 0 : Number(bytes) };
}

function hitsOf(db, path, from, to) {
  return db.hits.find({ path }, { _id: 0, path: 0 }).sort({ time: 1 });
}
