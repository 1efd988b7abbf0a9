// fails: rivals
// says: has found nothing and is about to insert
// Finds the counter by its name, for which there is no unique index.

function setup(db, rows) {
  db.counters.insertMany(rows.counters);
  db.counters.createIndex({ name: 1 });
}

function nextIds(db, name, n) {
  const { last } = db.counters.findOneAndUpdate(
    { name },
    { $inc: { last: n } },
    { upsert: true, returnDocument: "after" },
  );
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
