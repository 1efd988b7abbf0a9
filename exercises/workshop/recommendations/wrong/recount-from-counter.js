// fails: crashes
// says: and recount ran
// from: pairs-and-counter.js
// Counts again from the number that may be wrong.

function recount(db, book) {
  const total = db.books.findOne({ _id: book }).recommendations;
  db.books.updateOne({ _id: book }, { $set: { recommendations: total } });
  return total;
}
