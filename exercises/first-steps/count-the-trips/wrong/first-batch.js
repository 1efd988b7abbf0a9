// fails: history
// says: has 101 elements, promised 1100
// from: in.js
// Takes the first batch only.

function titles(db, ids) {
  const { cursor } = db.runCommand({ find: "books", filter: { _id: { $in: ids } } });
  const found = new Map(cursor.firstBatch.map((book) => [book._id, book.title]));
  return ids.filter((id) => found.has(id)).map((id) => found.get(id));
}
