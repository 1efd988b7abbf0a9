// fails: order
// says: not in the order of the list
// from: in.js
// Returns the titles as the server finds them.

function titles(db, ids) {
  return db.books.find({ _id: { $in: ids } }).toArray().map((book) => book.title);
}
