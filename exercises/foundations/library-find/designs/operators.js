// One query operator for each question.
// wins: Nearly always: an index can help a filter, and only what matches is sent.
// stars: none

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
}

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const authorsNamed = (db, lastName) => db.authors.find({ last_name: lastName });
const booksAbout = (db, subject) => db.books.find({ subjects: subject });
const booksAboutAll = (db, subjects) => db.books.find({ subjects: { $all: subjects } });
const booksWithSubjects = (db, n) => db.books.find({ subjects: { $size: n } });
const booksOfLength = (db, from, to) => db.books.find({ pages: { $gte: from, $lt: to } });
const booksInLanguages = (db, languages) => db.books.find({ language: { $in: languages } });
const booksNotBy = (db, authors) => db.books.find({ author: { $nin: authors } });
const shortOrFree = (db, pages) => db.books.find({ $or: [{ pages: { $lt: pages } }, { available: true }] });
const booksPrintedIn = (db, city) => db.books.find({ "publisher.city": city });
const booksWithPages = (db, divisor) => db.books.find({ pages: { $mod: [divisor, 0] } });
const booksWithNumericIsbn = (db) => db.books.find({ isbn: { $type: "number" } });
const booksWithoutLanguage = (db) => db.books.find({ language: { $exists: false } });
const booksReviewed = (db, user, text) => db.books.find({ reviews: { $elemMatch: { user, text } } });
const booksStarting = (db, prefix) => db.books.find({ title: new RegExp(`^${literally(prefix)}`) });
