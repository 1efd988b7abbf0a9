// A document for each counter; one atomic step adds the whole block and returns where it ends.
// wins: Always, unless the numbers need not be whole and ascending: then an ObjectId needs no counter.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const { last } = db.counters.findOneAndUpdate(
    { _id: name },
    { $inc: { last: n } },
    { upsert: true, returnDocument: "after" },
  );
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
