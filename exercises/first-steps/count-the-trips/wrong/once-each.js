// fails: history
// says: promised [ 'Emma', 'Emma'
// from: in.js
// Puts the books into the order of the list, each once.

function titles(db, ids) {
  const books = db.books.find({ _id: { $in: ids } }).toArray();
  return books.sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id)).map((book) => book.title);
}
