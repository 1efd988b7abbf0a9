// fails: famous
// says: countFor(db, 1) is 100
// from: pairs.js
// Takes the first hundred for all of them.

function countFor(db, book) {
  return db.recommendations.countDocuments({ book }, { limit: 100 });
}
