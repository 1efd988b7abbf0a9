// fails: history
// says: has the right elements in another order
// from: in.js
// Returns the titles as the server finds them.

function titles(db, ids) {
  return db.books.find({ _id: { $in: ids } }).toArray().map((book) => book.title);
}
