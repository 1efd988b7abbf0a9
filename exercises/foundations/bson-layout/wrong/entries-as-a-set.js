// fails: history
// says: `log` has
// from: log-last.js
// Takes the log for a set: of two visits that look alike, one is lost.

function addEntry(db, id, entry) {
  db.profiles.updateOne({ _id: id }, { $addToSet: { log: entry } });
}
