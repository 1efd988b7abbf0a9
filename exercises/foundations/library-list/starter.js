// Five questions to a list of books.

function titlePage(db, n, size) {
  return [];
}

function countAvailable(db) {}

function examinedAbout(db, subject) {}

// Right, but all titles come at once.
function allTitles(db, size) {
  return db.books.find().toArray().map(({ title }) => title);
}

// Right, but with any index.
function booksByIndex(db, subject, index) {
  return db.books.find({ subjects: subject });
}

// Given: stores the books.
function setup(db, rows) {
  db.books.insertMany(rows.books);
}

// Run shows how a plan says what was examined.
db.books.find({ subjects: "Chess" }).explain("executionStats");
