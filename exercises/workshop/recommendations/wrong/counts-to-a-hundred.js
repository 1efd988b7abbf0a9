// fails: history
// says: returned 100, promised
// from: pairs.js
// Takes the first hundred for all of them.

function countFor(db, book) {
  return db.recommendations.countDocuments({ book }, { limit: 100 });
}
