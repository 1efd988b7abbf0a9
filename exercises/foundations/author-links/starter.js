// Books of an author, authors of a book. Where does the relation live?

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
  // TODO: store rows.links, each { book, author }
}

// [{ _id, title }]
function booksOf(db, authorId) {
  return [];
}

// [{ _id, first_name, last_name }]
function authorsOf(db, bookId) {
  return [];
}

// [{ _id, title }], the n with the smallest _id, in that order
function firstBooks(db, authorId, n) {
  return [];
}

function link(db, bookId, authorId) {}

function unlink(db, bookId, authorId) {}

function repair(db) {}

// Run shows the books of author 1: none yet.
booksOf(db, 1);
