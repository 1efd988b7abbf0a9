// fails: history
// says: `title` is
// from: b-copies.js
// Renames the book and not its copy, which is what is read.

function rename(db, id, publisher, title) {
  db.books.updateOne({ publisher, _id: id }, { $set: { title } });
}
