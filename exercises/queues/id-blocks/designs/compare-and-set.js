// Reads the number and writes the next one only if it is still the same, else tries again: right, with more trips.
// wins: When the next value is computed by rules that no update operator knows.

function setup(db, rows) {
  db.counters.insertMany(rows.counters.map(({ name, last }) => ({ _id: name, last })));
}

function nextIds(db, name, n) {
  for (;;) {
    const last = db.counters.findOne({ _id: name })?.last ?? 0;
    try {
      const result = db.counters.updateOne({ _id: name, last }, { $set: { last: last + n } }, { upsert: last === 0 });
      if (result.matchedCount + result.upsertedCount === 1) {
        return Array.from({ length: n }, (_, i) => last + 1 + i);
      }
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}
