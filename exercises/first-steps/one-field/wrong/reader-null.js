// fails: give-back
// says: `reader` is still there after
// from: set-and-unset.js
// Stores null where the field should go.

function giveBack(db, id) {
  db.books.updateOne({ _id: id }, { $set: { available: true, reader: null } });
}
