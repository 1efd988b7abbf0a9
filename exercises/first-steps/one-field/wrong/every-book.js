// fails: history
// says: has false in `available`, promised true
// from: set-and-unset.js
// Leaves the filter empty.

function lend(db, id, reader) {
  db.books.updateMany({}, { $set: { available: false, reader } });
}
