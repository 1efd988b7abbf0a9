// The same step, reading the value before the change: the block begins right after it, and a new counter had none.
// wins: As the counter, when the caller needs the first number; the cost is the same.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const before = db.counters.findAndModify({ query: { _id: name }, update: { $inc: { last: n } }, upsert: true });
  const last = before?.last ?? 0;
  return Array.from({ length: n }, (_, i) => last + 1 + i);
}
