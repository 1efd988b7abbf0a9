// fails: booksStarting
// says: also finds
// from: operators.js
// Finds the prefix at the beginning of any line of a title.

function booksStarting(db, prefix) {
  const escaped = prefix.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return db.books.find({ title: { $regex: "^" + escaped, $options: "m" } });
}
