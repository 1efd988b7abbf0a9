// fails: rename-one
// says: shards for one book
// from: a-lookup.js
// Asks all shards for the `_id`.

function rename(db, id, publisher, title) {
  const book = db.books.findOne({ _id: id });
  if (book?.publisher === publisher) db.books.updateOne({ publisher, _id: id }, { $set: { title } });
}
