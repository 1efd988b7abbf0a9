// fails: history
// says: keep(db, 'rules'
// Keeps the rules in a collection that a log may be named after.

const DAY = 86_400_000;

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    db.getCollection(log).insertMany(events);
  }
}

function keep(db, log, { days, bytes }) {
  if (bytes && !db.getCollectionNames().includes(log)) db.createCollection(log, { capped: true, size: bytes });
  db.getCollection(log).createIndex({ time: 1 });
  db.rules.replaceOne({ _id: log }, { days: days ?? null }, { upsert: true });
}

function record(db, log, event) {
  db.getCollection(log).insertOne({ ...event });
}

function between(db, log, from, to) {
  const days = db.rules.findOne({ _id: log }).days ?? Infinity;
  const since = new Date(Math.max(from.getTime(), Date.now() - days * DAY));
  return db.getCollection(log).find({ time: { $gte: since, $lt: to } }).sort({ time: 1 }).toArray();
}

function tick(db) {
  for (const { _id: log, days } of db.rules.find().toArray()) {
    if (days !== null) db.getCollection(log).deleteMany({ time: { $lt: new Date(Date.now() - days * DAY) } });
  }
}
