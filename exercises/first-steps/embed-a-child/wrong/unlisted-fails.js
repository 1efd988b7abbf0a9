// fails: history
// says: bookPage failed
// from: two-finds.js
// Expects every publisher to be listed.

function bookPage(db, id) {
  const book = db.books.findOne({ _id: id });
  if (!book) return null;
  const { name, city } = db.publishers.findOne({ _id: book.publisher });
  return { title: book.title, publisher: { name, city } };
}
