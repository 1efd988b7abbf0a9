// One function for each drill. `setup` is given: the three collections are stored as they come.

function setup(db, rows) {
  for (const name of ["authors", "users", "books"]) {
    db[name].insertMany(rows[name]);
  }
}

// Store and delete

function addAuthor(db, author) {
  db.authors.insertOne(author);
}

function addUser(db, username, password) {}

function removeBook(db, id) {}

function addReview(db, id, review) {}

// Find

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

// Change

function setAvailable(db, id, available) {}

function forgetLanguage(db, id) {}

function addPages(db, id, n) {}

function addSubjects(db, id, subjects) {}

function tagSubject(db, id, subject) {}

function dropLastReview(db, id) {}

function removeReviewsBy(db, id, user) {}

function removeSubjects(db, id, subjects) {}

function renamePasswords(db) {}

function markBook(db, id, mark) {}

// List

function titlePage(db, n, size) {
  return [];
}

function countAvailable(db) {}

function examinedAbout(db, subject) {}

function allTitles(db, size) {
  return db.books.find().map(({ title }) => title);
}

function booksByIndex(db, subject, index) {
  return db.books.find({ subjects: subject });
}
