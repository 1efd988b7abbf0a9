// fails: many
// says: it returned 1000, expected
// from: a-hit-by-hit.js
// No more than a thousand hits of a path, whatever the range.

function hitsOf(db, path, from, to) {
  return db.hits.find({ path, time: { $gte: from, $lt: to } }, { _id: 0, path: 0 }).sort({ time: 1 }).limit(1000);
}
