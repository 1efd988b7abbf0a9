// fails: history
// says: `log` has
// from: log-last.js
// Keeps the log short by throwing its oldest entries away.

function addEntry(db, id, entry) {
  db.profiles.updateOne({ _id: id }, { $push: { log: { $each: [entry], $slice: -100 } } });
}
