// fails: bytes
// says: bytes more in the databases
// from: ttl-and-capped.js
// Assumes a hundred bytes for each event, and keeps that number of events.

function keep(db, log, { days, bytes }) {
  const events = db.getCollection(log);
  if (bytes) {
    db.createCollection(log, { capped: true, size: 2 * bytes, max: Math.ceil(bytes / 100) });
    events.createIndex({ time: 1 });
    return;
  }
  const expireAfterSeconds = days * DAY_SECONDS;
  try {
    events.createIndex({ time: 1 }, { expireAfterSeconds });
  } catch (error) {
    // The index is there with another time: that can be changed in place.
    if (error.code !== INDEX_OPTIONS_CONFLICT) throw error;
    db.runCommand({ collMod: log, index: { keyPattern: { time: 1 }, expireAfterSeconds } });
  }
}
