// fails: history
// says: returned undefined, promised null
// from: find-and-sort.js
// Returns the first of an empty list.

function byTitle(db, title) {
  return db.books.find({ title }).toArray()[0];
}
