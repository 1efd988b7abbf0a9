// fails: recorded
// says: with all indexes dropped
// from: ttl-and-capped.js
// Returns the events as they were stored; late ones come last.

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).toArray();
}
