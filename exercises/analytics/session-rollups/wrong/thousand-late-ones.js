// fails: history
// says: has 1000 elements, promised 1100
// from: a-open-hours-again.js
// The clerk's list ends after a thousand sessions.

function late(db) {
  return db.late.find({}, { _id: 0 }).limit(1000);
}
