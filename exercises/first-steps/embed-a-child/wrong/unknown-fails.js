// fails: history
// says: bookPage failed
// from: publisher-in-book.js
// Expects every book to exist.

function bookPage(db, id) {
  const { title, publisher } = db.books.findOne({ _id: id });
  return { title, publisher };
}
