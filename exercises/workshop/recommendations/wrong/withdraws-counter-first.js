// fails: rivals
// says: at the same moment
// from: pairs-and-counter.js
// Looks, counts down, then deletes, even when another client did the same.

function unrecommend(db, user, book) {
  if (!db.recommendations.findOne({ book, user })) return false;
  db.books.updateOne({ _id: book }, { $inc: { recommendations: -1 } });
  db.recommendations.deleteOne({ book, user });
  return true;
}
