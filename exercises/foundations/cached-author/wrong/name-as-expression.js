// fails: rename
// says: after author 2 was renamed
// from: cached-key.js
// Writes the name with an update that calculates, in which a name that begins with $ is a field's.

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateMany({ "author._id": id }, [{ $set: { author: copyOf({ _id: id, first_name: first, last_name: last }) } }]);
}
