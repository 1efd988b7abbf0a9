// The queries are given. Change setup and addBook.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  // Somebody created these two long ago.
  db.books.createIndex({ publisher: 1 });
  db.books.createIndex({ language: 1, pages: 1 });
}

// true, or false if another book has the slug
function addBook(db, book) {
  db.books.insertOne(book);
  return true;
}

function bookBySlug(db, slug) {
  return db.books.findOne({ slug });
}

function booksAbout(db, subject) {
  return db.books.find({ subjects: subject });
}

function booksOf(db, publisher) {
  return db.books.find({ "publisher.name": publisher });
}

// in the order of their titles
function titlesOf(db, publisher) {
  return db.books.find({ "publisher.name": publisher }).sort({ title: 1 });
}

// Run shows how much one query reads.
db.books.find({ slug: "book-7" }).explain("executionStats").executionStats;
