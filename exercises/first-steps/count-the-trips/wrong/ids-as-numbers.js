// fails: history
// says: titles(db, [
// from: in.js
// Turns every id into a number.

function titles(db, ids) {
  const found = new Map(db.books.find({ _id: { $in: ids.map(Number) } }).map((book) => [book._id, book.title]).toArray());
  return ids.filter((id) => found.has(Number(id))).map((id) => found.get(Number(id)));
}
