// fails: history
// says: After renameAuthor(
// from: cached-key.js
// Renames one copy of many.

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateOne({ "author._id": id }, { $set: { author: copyOf({ _id: id, first_name: first, last_name: last }) } });
}
