// fails: crashes
// says: and recount ran
// from: pairs-and-counter.js
// Repairs a number that is too low; after a death in unrecommend it is too high.

function recount(db, book) {
  const total = db.recommendations.countDocuments({ book });
  db.books.updateOne({ _id: book, recommendations: { $lt: total } }, { $set: { recommendations: total } });
  return total;
}
