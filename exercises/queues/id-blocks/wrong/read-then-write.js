// fails: rivals
// says: promised 1 whole number, ascending, above
// Reads the number, then writes a greater one.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const last = db.counters.findOne({ _id: name })?.last ?? 0;
  db.counters.updateOne({ _id: name }, { $set: { last: last + n } }, { upsert: true });
  return Array.from({ length: n }, (_, i) => last + 1 + i);
}
