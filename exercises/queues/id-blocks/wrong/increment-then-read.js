// fails: rivals
// says: promised 1 whole number, ascending
// Adds the block, and asks in a second step where it ended.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  db.counters.updateOne({ _id: name }, { $inc: { last: n } }, { upsert: true });
  const { last } = db.counters.findOne({ _id: name });
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
