// fails: rivals
// says: returned [ 1 ], promised
// Creates the counter if it is missing, with nothing that keeps it the only one.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ name, last })));
}

function nextIds(db, name, n) {
  const found = db.counters.findOneAndUpdate({ name }, { $inc: { last: n } }, { returnDocument: "after" });
  const last = found?.last ?? n;
  if (!found) db.counters.insertOne({ name, last });
  return Array.from({ length: n }, (_, i) => last - n + 1 + i);
}
