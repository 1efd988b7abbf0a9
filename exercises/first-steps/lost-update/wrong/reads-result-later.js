// fails: few-trips
// says: takeOut(db, "Emma") took 2 round trips
// from: inc.js
// Looks at the shelf before it takes the copy rightly.

function takeOut(db, book) {
  if (!db.shelf.findOne({ _id: book })) return false;
  return db.shelf.updateOne({ _id: book, copies: { $gt: 0 } }, { $inc: { copies: -1 } }).modifiedCount === 1;
}
