// fails: widened
// says: missing
// from: ttl-and-capped.js
// Leaves an existing index as it is, with its old time.

function keep(db, log, { days, bytes }) {
  const events = db.getCollection(log);
  if (bytes) {
    db.createCollection(log, { capped: true, size: bytes });
    events.createIndex({ time: 1 });
    return;
  }
  const expireAfterSeconds = days * DAY_SECONDS;
  try {
    events.createIndex({ time: 1 }, { expireAfterSeconds });
  } catch (error) {
    // The index is there with another time: that can be changed in place.
    if (error.code !== INDEX_OPTIONS_CONFLICT) throw error;
  }
}
