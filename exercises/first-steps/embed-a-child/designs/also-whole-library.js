// One document holds the whole library: one document is examined, and all of it is read for each page.
// stars: none

function setup(db, rows) {
  db.library.insertOne({ _id: 1, books: rows.books, publishers: rows.publishers });
}

function bookPage(db, id) {
  const { books, publishers } = db.library.findOne({ _id: 1 });
  const book = books.find((each) => each._id === id);
  return book ? { title: book.title, publisher: publishers.find((each) => each._id === book.publisher) ?? null } : null;
}
