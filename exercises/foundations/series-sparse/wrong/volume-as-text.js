// fails: lists
// says: seriesBooks(db)
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

function volumesOf(db, seriesTitle) {
  return db.books.find({ type: "series", series_title: seriesTitle }).sort({ volume: 1 });
}

function laterVolumes(db, n) {
  return db.books.find({ type: "series", volume: { $gt: String(n) } });
}

function singles(db) {
  return db.books.find({ type: { $ne: "series" } });
}

function allByVolume(db) {
  return db.books.find().sort({ volume: 1 });
}
