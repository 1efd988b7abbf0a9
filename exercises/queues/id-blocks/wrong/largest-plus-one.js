// fails: rivals
// says: promised 1 whole number, ascending, above
// Takes the greatest number in use and goes on from there.

function setup(db, rows) {
  db.ids.createIndex({ name: 1, last: -1 });
  db.ids.insertMany(rows.counters);
}

function nextIds(db, name, n) {
  const [greatest] = db.ids.find({ name }).sort({ last: -1 }).limit(1).toArray();
  const last = greatest?.last ?? 0;
  db.ids.insertOne({ name, last: last + n });
  return Array.from({ length: n }, (_, i) => last + 1 + i);
}
