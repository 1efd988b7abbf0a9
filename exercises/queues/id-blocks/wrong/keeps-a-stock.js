// fails: history
// says: the last one given
// Keeps what is left of a block in the program's memory, and another program is ahead by then.
const stock = new Map();

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  const ids = stock.get(name) ?? [];
  while (ids.length < n) {
    const { last } = db.counters.findOneAndUpdate(
      { _id: name },
      { $inc: { last: 100 } },
      { upsert: true, returnDocument: "after" },
    );
    for (let id = last - 99; id <= last; id++) ids.push(id);
  }
  stock.set(name, ids);
  return ids.splice(0, n);
}
