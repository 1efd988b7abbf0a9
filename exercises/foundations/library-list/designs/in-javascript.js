// Reads all books at once and makes the lists in JavaScript.
// wins: When the books are few and in the program anyway.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

const books = (db) => db.books.find().toArray();

function titlePage(db, n, size) {
  const byTitle = (a, b) => (a.title === b.title ? a._id - b._id : a.title < b.title ? -1 : 1);
  return books(db).sort(byTitle).slice(n * size, (n + 1) * size);
}

const countAvailable = (db) => books(db).filter(({ available }) => available).length;
const examinedAbout = (db, subject) =>
  db.books.find({ subjects: subject }).explain("executionStats").executionStats.totalDocsExamined;
const allTitles = (db) => books(db).map(({ title }) => title);
const booksByIndex = (db, subject) => books(db).filter(({ subjects }) => subjects.includes(subject));
