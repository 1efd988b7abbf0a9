// fails: stored
// says: not expected
// The time is stored as a text, as the server wrote it: a TTL index passes over what is no date.

const DAY_SECONDS = 24 * 3600;
const INDEX_OPTIONS_CONFLICT = 85;

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    db.getCollection(log).insertMany(events.map(texted));
  }
}

const texted = (event) => ({ ...event, time: event.time.toISOString() });
const dated = (event) => ({ ...event, time: new Date(event.time) });

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
  db.getCollection(log).insertOne(texted(event));
}

function between(db, log, from, to) {
  const range = { $gte: from.toISOString(), $lt: to.toISOString() };
  return db.getCollection(log).find({ time: range }).sort({ time: 1 }).map(dated).toArray();
}

function tick(db) {}
