// fails: crashes
// says: and keep ran
// from: ttl-and-capped.js
// Widens a rule by making the collection anew: a death in between loses its events.

function keep(db, log, { days, bytes }) {
  const events = db.getCollection(log);
  if (bytes) {
    db.createCollection(log, { capped: true, size: bytes });
    events.createIndex({ time: 1 });
    return;
  }
  const kept = events.find().toArray();
  events.drop();
  events.createIndex({ time: 1 }, { expireAfterSeconds: days * DAY_SECONDS });
  if (kept.length > 0) events.insertMany(kept);
}
