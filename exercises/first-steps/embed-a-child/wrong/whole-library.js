// fails: one-document
// says: KB read for a page of
// Puts everything into one document.

function setup(db, rows) {
  db.library.insertOne({ _id: 1, ...rows });
}

function bookPage(db, id) {
  const { books, publishers } = db.library.findOne();
  const book = books.find((each) => each._id === id);
  return book ? { title: book.title, publisher: publishers.find((each) => each._id === book.publisher) ?? null } : null;
}
