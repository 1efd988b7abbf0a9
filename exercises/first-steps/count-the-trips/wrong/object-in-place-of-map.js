// fails: history
// says: `[1]` is {}
// from: in.js
// Keeps the titles in an object, which has names of its own, such as "constructor".

function titles(db, ids) {
  const found = {};
  for (const book of db.books.find({ _id: { $in: ids } }).toArray()) found[book._id] = book.title;
  return ids.filter((id) => found[id] !== undefined).map((id) => found[id]);
}
