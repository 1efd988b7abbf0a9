// fails: history
// says: has 0 in `pages`, promised -
// from: operators.js
// Keeps the number of pages from falling below 0, which nobody asked for.

function addPages(db, id, n) {
  db.books.updateOne({ _id: id }, [{ $set: { pages: { $max: [0, { $add: ["$pages", n] }] } } }]);
}
