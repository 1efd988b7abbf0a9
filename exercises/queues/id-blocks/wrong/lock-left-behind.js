// fails: crashes
// says: the client died in nextIds
// Locks a counter while it reads and writes it; if the client dies meanwhile, nobody gets a number again.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  for (;;) {
    try {
      db.locks.insertOne({ _id: name });
      break;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
  const last = db.counters.findOne({ _id: name })?.last ?? 0;
  db.counters.updateOne({ _id: name }, { $set: { last: last + n } }, { upsert: true });
  db.locks.deleteOne({ _id: name });
  return Array.from({ length: n }, (_, i) => last + 1 + i);
}
