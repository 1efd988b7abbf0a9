// fails: crashes
// says: the client died in recount
// from: pairs-and-counter.js
// Begins counting by setting the number to zero.

function recount(db, book) {
  db.books.updateOne({ _id: book }, { $set: { recommendations: 0 } });
  const total = db.recommendations.countDocuments({ book });
  db.books.updateOne({ _id: book }, { $inc: { recommendations: total } });
  return total;
}
