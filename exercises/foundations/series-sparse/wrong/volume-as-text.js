// fails: history
// says: seriesBooks(db)
// from: partial.js
// Stores volumes as text, where 10 comes before 9.

function setup(db, rows) {
  const partialFilterExpression = { type: "series" };
  db.books.createIndex({ series_title: 1, volume: 1 }, { partialFilterExpression });
  db.books.createIndex({ volume: 1 }, { partialFilterExpression });
  db.books.insertMany(rows.books.map((book) => ({ ...book, volume: book.volume && String(book.volume) })));
}

function addBook(db, book) {
  db.books.insertOne({ ...book, volume: book.volume && String(book.volume) });
}

function seriesBooks(db) {
  return db.books.find({ type: "series", volume: { $gt: "" } });
}

function laterVolumes(db, n) {
  return db.books.find({ type: "series", volume: { $gt: String(n) } });
}
