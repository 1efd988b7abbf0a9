// fails: history
// says: returned true, promised false
// from: b-new-sessions.js
// Accepts every session, and leaves it to the rollup to pass over closed hours.

function record(db, { user, at, length }) {
  db.sessions.insertOne({ user, at, length, marked: true });
  return true;
}
