// fails: crashes
// says: the client died in renameAuthor
// from: cached-key.js
// Mends the key of the copies and forgets the name that they show.

function finishRenames(db) {
  db.authors.find().forEach((author) => {
    const { _id, first_name, last_name } = author;
    const stale = { $or: [{ "author.first_name": { $ne: first_name } }, { "author.last_name": { $ne: last_name } }] };
    db.books.updateMany({ "author._id": _id, ...stale }, { $set: { "author.key": key(first_name) } });
  });
}
