// About 300 of 5,000 books are volumes of a series. The others should pay nothing for that.

function setup(db, rows) {
  db.books.createIndex({ series_title: 1, volume: 1 });
  db.books.createIndex({ volume: 1 });
  db.books.insertMany(rows.books);
}

function addBook(db, book) {
  db.books.insertOne(book);
}

// the books of all series
function seriesBooks(db) {
  return db.books.find({ type: "series" });
}

// the volumes of one series, by number
function volumesOf(db, seriesTitle) {
  return db.books.find({ series_title: seriesTitle }).sort({ volume: 1 });
}

// all volumes with a number above n
function laterVolumes(db, n) {
  return db.books.find({ volume: { $gt: n } });
}

// all books without a series
function singles(db) {
  return db.books.find({ type: { $ne: "series" } });
}

// every book, those without a volume first
function allByVolume(db) {
  return db.books.find().sort({ volume: 1 });
}

// Run shows how much one list reads.
seriesBooks(db).explain("executionStats").executionStats;
