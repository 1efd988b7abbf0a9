// fails: history
// says: the last one given
// Begins the block with the last number of the one before.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const options = { upsert: true, returnDocument: "after" };
  const { last } = db.counters.findOneAndUpdate({ _id: name }, { $inc: { last: n } }, options);
  return Array.from({ length: n }, (_, i) => last - n + i);
}
