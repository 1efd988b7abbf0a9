// fails: start
// says: Cannot read properties of null
// from: array-alone.js
// Expects a document for everybody who asks.

function remaining(db, user) {
  return 10 - (db.users.findOne({ _id: user }).books.length);
}
