// fails: bytes
// says: is missing
// from: ttl-and-capped.js
// When the bytes are used up, the log begins anew.

function keep(db, log, { days, bytes }) {
  const events = db.getCollection(log);
  if (bytes) {
    events.createIndex({ time: 1 });
    db.getCollection("@rules").replaceOne({ _id: log }, { bytes }, { upsert: true });
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

function record(db, log, event) {
  const rule = db.getCollection("@rules").findOne({ _id: log });
  if (rule && db.getCollection(log).stats().size + 600 > rule.bytes) db.getCollection(log).deleteMany({});
  db.getCollection(log).insertOne(event);
}
