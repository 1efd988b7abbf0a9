// fails: crash
// says: his books show "
// from: cached-key.js
// Looks for stale copies by what is searched for, the first name; who changed his last name only is not found.

function finishRenames(db) {
  db.authors.find().forEach((author) => {
    const stale = { "author._id": author._id, "author.first_name": { $ne: author.first_name } };
    db.books.updateMany(stale, { $set: { author: copyOf(author) } });
  });
}
