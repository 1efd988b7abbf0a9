// fails: free-singles
// says: wrote 3 index entries
// from: partial.js
// Stores null, which a sparse index takes for a value.

function setup(db, rows) {
  db.books.createIndex({ series_title: 1, volume: 1 }, { sparse: true });
  db.books.createIndex({ volume: 1 }, { sparse: true });
  db.books.insertMany(rows.books);
}

function seriesBooks(db) {
  return db.books.find({ volume: { $gt: 0 } });
}

function volumesOf(db, seriesTitle) {
  return db.books.find({ series_title: seriesTitle }).sort({ volume: 1 });
}

function laterVolumes(db, n) {
  return db.books.find({ volume: { $gt: n } });
}

function singles(db) {
  return db.books.find({ volume: null });
}
