// fails: crash
// says: not expected
// Drops the old index, and creates the new one only when an old one was there: after a crash there is none.

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
  const isNew = !db.getCollectionNames().includes(log);
  const old = isNew ? [] : events.getIndexes().filter(({ key }) => key.time);
  for (const { name } of old) events.dropIndex(name);
  if (isNew || old.length > 0) events.createIndex({ time: 1 }, { expireAfterSeconds });
}

function record(db, log, event) {
  db.getCollection(log).insertOne(event);
}

function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).sort({ time: 1 }).toArray();
}

function tick(db) {}
