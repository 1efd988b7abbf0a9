// fails: change-addPages
// says: books after addPages(db, 4000, 12)
// from: modifiers.js
// With an upsert the change never fails: where there is no such book, there is one now.

function addPages(db, id, n) {
  db.books.updateOne({ _id: id }, { $inc: { pages: n } }, { upsert: true });
}
