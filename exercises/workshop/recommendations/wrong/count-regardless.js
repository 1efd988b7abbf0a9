// fails: history
// says: countFor(db
// from: pairs-and-counter.js
// Counts whether or not the insert was refused.

function recommend(db, user, book) {
  let fresh = true;
  try {
    db.recommendations.insertOne({ book, user });
  } catch (error) {
    fresh = false;
  }
  db.books.updateOne({ _id: book }, { $inc: { recommendations: 1 } });
  return fresh;
}
