// fails: recorded
// says: not expected
// from: ttl-and-capped.js
// Takes the moment at which the range ends with it.

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lte: to } }).sort({ time: 1 }).toArray();
}
