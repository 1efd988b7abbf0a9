// fails: history
// says: countFor(db
// from: pairs-and-counter.js
// Counts before it knows whether the recommendation is new.

function recommend(db, user, book) {
  db.books.updateOne({ _id: book }, { $inc: { recommendations: 1 } });
  try {
    db.recommendations.insertOne({ book, user });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
