// Books without a series do not have the fields, and sparse indexes leave these books out.
// wins: When no program stores nulls in these fields: fewer bytes, simpler queries.

function setup(db, rows) {
  db.books.createIndex({ series_title: 1, volume: 1 }, { sparse: true });
  db.books.createIndex({ volume: 1 }, { sparse: true });
  db.books.insertMany(rows.books.map(lean));
}

const lean = (book) => Object.fromEntries(Object.entries(book).filter(([, value]) => value !== null));

function addBook(db, book) {
  db.books.insertOne(lean(book));
}

function seriesBooks(db) {
  return db.books.find({ volume: { $exists: true } });
}

function volumesOf(db, seriesTitle) {
  return db.books.find({ series_title: seriesTitle }).sort({ volume: 1 });
}

function laterVolumes(db, n) {
  return db.books.find({ volume: { $gt: n } });
}

function singles(db) {
  return db.books.find({ volume: { $exists: false } });
}

function allByVolume(db) {
  return db.books.find().sort({ volume: 1 });
}
