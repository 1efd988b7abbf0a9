// fails: history
// says: remaining failed: TypeError: C
// from: array-alone.js
// Expects a document for everybody who asks.

function remaining(db, user) {
  return 10 - (db.users.findOne({ _id: user }).books.length);
}
