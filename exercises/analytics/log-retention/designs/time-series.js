// Time series collections, which pack events into buckets and delete a bucket when its last event has expired.
// wins: When events come in order and are asked for by time: a bucket of a thousand events is deleted in one piece.

const DAY = 86_400_000;

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    db.getCollection(log).insertMany(events);
  }
}

function keep(db, log, { days, bytes }) {
  if (bytes) {
    db.createCollection(log, { capped: true, size: bytes });
    return;
  }
  const expireAfterSeconds = (days * DAY) / 1000;
  if (db.getCollectionNames().includes(log)) db.runCommand({ collMod: log, expireAfterSeconds });
  else db.createCollection(log, { timeseries: { timeField: "time" }, expireAfterSeconds });
  db.getCollection(log).createIndex({ time: 1 });
}

function record(db, log, event) {
  db.getCollection(log).insertOne(event);
}

// A bucket may have expired events beside younger ones.
function between(db, log, from, to) {
  const [{ options }] = db.getCollectionInfos({ name: log });
  const since = options.timeseries ? Date.now() - options.expireAfterSeconds * 1000 : 0;
  const range = { $gte: new Date(Math.max(from, since)), $lt: to };
  return db.getCollection(log).aggregate([{ $match: { time: range } }, { $sort: { time: 1 } }]);
}

function tick(db) {}
