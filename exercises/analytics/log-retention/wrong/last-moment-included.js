// fails: recorded
// says: not expected
// from: ttl-and-capped.js
// Includes the moment at which the range ends.

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lte: to } }).sort({ time: 1 }).toArray();
}
