// fails: history
// says: has 1000 elements, promised 1100
// from: a-hit-by-hit.js
// No more than a thousand hits of a path, whatever the range.

function hitsOf(db, path, from, to) {
  return db.hits.find({ path, time: { $gte: from, $lt: to } }, { _id: 0, path: 0 }).sort({ time: 1 }).limit(1000);
}
