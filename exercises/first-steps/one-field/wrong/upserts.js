// fails: history
// says: db.books.find(): has a document with the _id
// from: set-and-unset.js
// Creates a book for an unknown id.

function lend(db, id, reader) {
  db.books.updateOne({ _id: id }, { $set: { available: false, reader } }, { upsert: true });
}
