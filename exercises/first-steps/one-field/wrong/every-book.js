// fails: lend
// says: books are lent now, one was asked for
// from: set-and-unset.js
// Leaves the filter empty.

function lend(db, id, reader) {
  db.books.updateMany({}, { $set: { available: false, reader } });
}
