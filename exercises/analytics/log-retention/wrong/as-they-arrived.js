// fails: recorded
// says: with all indexes dropped
// from: ttl-and-capped.js
// Gives the events as they were stored; what came late stands last.

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).toArray();
}
