// One filter for each question. `booksAbout` shows the form; the others find nothing yet.

function authorsNamed(db, lastName) {
  return [];
}

function booksAbout(db, subject) {
  return db.books.find({ subjects: subject });
}

function booksAboutAll(db, subjects) {
  return [];
}

function booksWithSubjects(db, n) {
  return [];
}

function booksOfLength(db, from, to) {
  return [];
}

function booksInLanguages(db, languages) {
  return [];
}

function booksNotBy(db, authors) {
  return [];
}

function shortOrFree(db, pages) {
  return [];
}

function booksPrintedIn(db, city) {
  return [];
}

function booksWithPages(db, divisor) {
  return [];
}

function booksWithNumericIsbn(db) {
  return [];
}

function booksWithoutLanguage(db) {
  return [];
}

function booksReviewed(db, user, text) {
  return [];
}

function booksStarting(db, prefix) {
  return [];
}

// Given: stores the rows.
function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

// Run shows what this finds.
booksAbout(db, "Poetry");
