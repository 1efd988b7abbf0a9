// fails: two-crashes
// says: does not show the book, authorsOf(db
// from: both-sides.js
// The repair passes over authors whom no book lists any more.

function repair(db) {
  const books = new Map();
  for (const { _id, authors } of db.books.find()) {
    for (const id of authors) books.set(id, [...(books.get(id) ?? []), _id]);
  }
  for (const [_id, list] of books) db.authors.updateOne({ _id }, { $set: { books: list } });
}
