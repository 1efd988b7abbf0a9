// fails: history
// says: Update document requires atomic operators
// from: set-and-unset.js
// Passes the fields without an operator.

function lend(db, id, reader) {
  db.books.updateOne({ _id: id }, { available: false, reader });
}
