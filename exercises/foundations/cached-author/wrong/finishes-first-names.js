// fails: two-crashes
// says: the author's page shows
// from: cached-key.js
// Looks for stale copies by the first name; an author who changed only the last name is not found.

function finishRenames(db) {
  db.authors.find().forEach((author) => {
    const stale = { "author._id": author._id, "author.first_name": { $ne: author.first_name } };
    db.books.updateMany(stale, { $set: { author: copyOf(author) } });
  });
}
