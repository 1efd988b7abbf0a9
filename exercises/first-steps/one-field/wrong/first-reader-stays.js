// fails: history
// says: in `reader`, promised
// from: set-and-unset.js
// Lends a book only while it is available.

function lend(db, id, reader) {
  db.books.updateOne({ _id: id, available: true }, { $set: { available: false, reader } });
}
