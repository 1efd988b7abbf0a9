// fails: crash
// says: not expected
// from: ttl-and-capped.js
// Drops the old index, and creates the new one only when an old one was there: after a crash there is none.

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
