// fails: history
// says: countFor(db
// from: pairs-and-counter.js
// Lowers the counter without asking whether anything was deleted.

function unrecommend(db, user, book) {
  const found = db.recommendations.deleteOne({ book, user }).deletedCount === 1;
  db.books.updateOne({ _id: book }, { $inc: { recommendations: -1 } });
  return found;
}
