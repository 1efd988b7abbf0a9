// Partial indexes hold the books of type series, whatever the other books have in their fields.
// wins: When the rule is a value or a range, and fields may hold nulls that nobody cleans up.

function setup(db, rows) {
  const partialFilterExpression = { type: "series" };
  db.books.createIndex({ series_title: 1, volume: 1 }, { partialFilterExpression });
  db.books.createIndex({ volume: 1 }, { partialFilterExpression });
  db.books.insertMany(rows.books);
}

function addBook(db, book) {
  db.books.insertOne(book);
}

function seriesBooks(db) {
  return db.books.find({ type: "series", volume: { $gt: 0 } });
}

function volumesOf(db, seriesTitle) {
  return db.books.find({ type: "series", series_title: seriesTitle }).sort({ volume: 1 });
}

function laterVolumes(db, n) {
  return db.books.find({ type: "series", volume: { $gt: n } });
}

function singles(db) {
  return db.books.find({ type: { $ne: "series" } });
}

function allByVolume(db) {
  return db.books.find().sort({ volume: 1 });
}
