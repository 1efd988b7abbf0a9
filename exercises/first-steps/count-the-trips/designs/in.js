// Asks for all ids at once, and puts the answer in order with a Map.
// wins: Always, for a list of ids.
// stars: one-trip

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function titles(db, ids) {
  const found = new Map(db.books.find({ _id: { $in: ids } }, { title: 1 }).map((book) => [book._id, book.title]).toArray());
  return ids.filter((id) => found.has(id)).map((id) => found.get(id));
}
