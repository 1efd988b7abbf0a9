// fails: history
// says: After renameAuthor(
// from: cached-key.js
// Writes the name with a pipeline update. There, a string that begins with $ is the path of a field.

function renameAuthor(db, id, first, last) {
  db.authors.updateOne({ _id: id }, { $set: { first_name: first, last_name: last } });
  db.books.updateMany({ "author._id": id }, [{ $set: { author: copyOf({ _id: id, first_name: first, last_name: last }) } }]);
}
