// fails: tags
// says: Bob added tags: Alice's save returned false
// from: a-current-and-old.js
// Raises the version with every change of the document, tags included.

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } }, $inc: { version: 1 } });
}
