// fails: own-entries
// says: entries examined
// from: entries-apart.js
// The entries are documents of their own without an index: finding those of one profile reads them all.

function relayout(db) {
  for (const { _id, log } of db.profiles.find({ log: { $exists: true } }, { log: 1 }).toArray()) {
    // Overwrites entries that an earlier relayout copied before it died; removes the log when all of it is copied.
    const copies = log.map((entry, i) => ({ _id: { profile: _id, i }, profile: _id, ...entry }));
    for (const copy of copies) db.entries.replaceOne({ _id: copy._id }, copy, { upsert: true });
    db.profiles.updateOne({ _id }, { $unset: { log: 1 } });
  }
}
