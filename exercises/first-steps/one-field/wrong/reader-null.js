// fails: history
// says: null in `reader`, which is not expected
// from: set-and-unset.js
// Stores null where the field should go.

function giveBack(db, id) {
  db.books.updateOne({ _id: id }, { $set: { available: true, reader: null } });
}
