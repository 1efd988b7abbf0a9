// fails: history
// says: version` is
// from: a-current-and-old.js
// Raises the version with every change of the document, tags included.

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } }, $inc: { version: 1 } });
}
