// The server deletes by itself: a TTL index by age, a capped collection by bytes, and no job has to run.
// wins: When the server has time to delete every event once, with its index entries; nothing is simpler.

const DAY_SECONDS = 24 * 3600;
const INDEX_OPTIONS_CONFLICT = 85;

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    db.getCollection(log).insertMany(events);
  }
}

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
    db.runCommand({ collMod: log, index: { keyPattern: { time: 1 }, expireAfterSeconds } });
  }
}

function record(db, log, event) {
  db.getCollection(log).insertOne(event);
}

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).sort({ time: 1 }).toArray();
}

function tick(db) {}
