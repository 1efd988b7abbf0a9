// fails: bytes
// says: bytes more in the databases
// from: ttl-and-capped.js
// Only the job checks how large a log of bytes has become.

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

function tick(db) {
  for (const { _id: log, bytes } of db.getCollection("@rules").find().toArray()) {
    const events = db.getCollection(log);
    while (events.stats().size > bytes) {
      const oldest = events.find().sort({ time: 1 }).limit(10).map(({ _id }) => _id).toArray();
      events.deleteMany({ _id: { $in: oldest } });
    }
  }
}
