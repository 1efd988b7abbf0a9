// fails: history
// says: has 5 elements, promised 3
// from: in.js
// Leaves a hole where an id is unknown.

function titles(db, ids) {
  const found = new Map(db.books.find({ _id: { $in: ids } }).map((book) => [book._id, book.title]).toArray());
  return ids.map((id) => found.get(id));
}
