// fails: history
// says: nextIds failed
// Expects every counter to exist.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const { last } = db.counters.findOneAndUpdate(
    { _id: name },
    { $inc: { last: n } },
    { returnDocument: "after" },
  );
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
