// fails: history
// says: promised
// from: ttl-and-capped.js
// Deletes when the job comes, and answers with what has lapsed until then.

function keep(db, log, { days, bytes }) {
  const events = db.getCollection(log);
  if (bytes) {
    db.createCollection(log, { capped: true, size: bytes });
    events.createIndex({ time: 1 });
    return;
  }
  const expireAfterSeconds = days * DAY_SECONDS;
  try {
    events.createIndex({ time: 1 });
    db.getCollection("@rules").replaceOne({ _id: log }, { seconds: expireAfterSeconds }, { upsert: true });
  } catch (error) {
    // The index is there with another time: that can be changed in place.
    if (error.code !== INDEX_OPTIONS_CONFLICT) throw error;
    db.runCommand({ collMod: log, index: { keyPattern: { time: 1 }, expireAfterSeconds } });
  }
}

function tick(db) {
  for (const { _id: log, seconds } of db.getCollection("@rules").find().toArray()) {
    db.getCollection(log).deleteMany({ time: { $lte: new Date(Date.now() - 1000 * seconds) } });
  }
}
