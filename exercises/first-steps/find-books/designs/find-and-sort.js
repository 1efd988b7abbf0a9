// Asks for a range with an operator, and lets the server sort.
// wins: Always, for a condition and an order.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function byTitle(db, title) {
  return db.books.findOne({ title });
}

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: pages } }).sort({ pages: -1 });
}
