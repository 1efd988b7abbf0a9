// fails: history
// says: promised 1 whole number, ascending, from 1 on
// Takes `New` for `new`: two loaders then share a counter.

function setup(db, rows) {
  if (rows.counters.length > 0) db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name.toLowerCase(), last })));
}

function nextIds(db, name, n) {
  const { last } = db.counters.findOneAndUpdate({ _id: name.toLowerCase() }, { $inc: { last: n } }, { upsert: true, returnDocument: "after" });
  return Array.from({ length: n }, (_, i) => Number(last) - n + 1 + i);
}
