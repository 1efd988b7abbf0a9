// A few books are volumes of a series. Most are not, and should cost nothing for it.

function setup(db, rows) {
  db.books.createIndex({ series_title: 1, volume: 1 });
  db.books.createIndex({ volume: 1 });
  db.books.insertMany(rows.books);
}

function addBook(db, book) {
  db.books.insertOne(book);
}

// all books that belong to a series
function seriesBooks(db) {
  return db.books.find({ type: "series" });
}

// the volumes of one series, in order
function volumesOf(db, seriesTitle) {
  return db.books.find({ series_title: seriesTitle }).sort({ volume: 1 });
}

// all volumes with a number above n
function laterVolumes(db, n) {
  return db.books.find({ volume: { $gt: n } });
}

// all books that belong to no series
function singles(db) {
  return db.books.find({ type: { $ne: "series" } });
}

// every book, those without a volume first
function allByVolume(db) {
  return db.books.find().sort({ volume: 1 });
}
