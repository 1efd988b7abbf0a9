// Compares with an expression; books without pages have to be left out, as nothing sorts below every number.
// wins: When two fields of one document are compared with each other.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function byTitle(db, title) {
  return db.books.findOne({ $expr: { $eq: ["$title", { $literal: title }] } });
}

function longBooks(db, pages) {
  return db.books.find({ pages: { $exists: true }, $expr: { $gte: ["$pages", pages] } }).sort({ pages: -1 });
}
