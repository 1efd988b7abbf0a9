// fails: own-entries
// says: entries examined
// from: entries-apart.js
// The entries are documents of their own, and nothing finds those of one profile but a look at all.

function relayout(db) {
  for (const { _id, log } of db.profiles.find({ log: { $exists: true } }, { log: 1 }).toArray()) {
    // Entries that a relayout which died has copied are written over; the log goes when all of it is there.
    const copies = log.map((entry, i) => ({ _id: { profile: _id, i }, profile: _id, ...entry }));
    for (const copy of copies) db.entries.replaceOne({ _id: copy._id }, copy, { upsert: true });
    db.profiles.updateOne({ _id }, { $unset: { log: 1 } });
  }
}
