// fails: crashes
// says: the client died in relayout
// from: log-last.js
// Takes the log away and pushes it again: in between it is only in the memory of the program.

function relayout(db) {
  for (const { _id, log } of db.profiles.find().toArray()) {
    db.profiles.updateOne({ _id }, { $unset: { log: 1 } });
    db.profiles.updateOne({ _id }, { $set: { log: log ?? [] } });
  }
}
