// fails: many
// says: late(db) has 1000 sessions; 1010 came too late
// from: a-open-hours-again.js
// The clerk's list ends after a thousand sessions.

function late(db) {
  return db.late.find({}, { _id: 0 }).limit(1000);
}
