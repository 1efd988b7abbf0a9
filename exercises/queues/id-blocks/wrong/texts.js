// fails: history
// says: promised 1 whole number
// Gives the numbers as text, as a form would.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const { last } = db.counters.findOneAndUpdate({ _id: name }, { $inc: { last: n } }, { upsert: true, returnDocument: "after" });
  return Array.from({ length: n }, (_, i) => `${last - n + 1 + i}`);
}
