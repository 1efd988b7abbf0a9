// fails: history
// says: After renameAuthor(
// from: cached-key.js
// Renames the copy and forgets the key by which it is found.

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateMany({ "author._id": id }, { $set: { "author.first_name": first, "author.last_name": last } });
}
