// fails: crashes
// says: the client died in renameAuthor
// from: cached-key.js
// Writes the shown name and the search key one after the other, and recognises stale copies by the shown name.

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateMany({ "author._id": id }, { $set: { "author.first_name": first, "author.last_name": last } });
  db.books.updateMany({ "author._id": id }, { $set: { "author.key": key(first) } });
}
