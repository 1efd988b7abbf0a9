// fails: bytes
// says: is missing
// When the bytes are used up, the log begins anew.

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
    events.createIndex({ time: 1 });
    db.rules.replaceOne({ _id: log }, { bytes }, { upsert: true });
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
  const rule = db.rules.findOne({ _id: log });
  if (rule && db.getCollection(log).stats().size + 600 > rule.bytes) db.getCollection(log).deleteMany({});
  db.getCollection(log).insertOne(event);
}

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).sort({ time: 1 }).toArray();
}

function tick(db) {}
