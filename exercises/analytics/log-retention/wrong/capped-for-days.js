// fails: history
// says: calls of record
// from: time-series.js
// A capped collection for days, with room for twice what a day usually brings.

const A_DAY = 8_192;

const NAMESPACE_EXISTS = 48;

function keep(db, log, { days, bytes }) {
  const events = db.getCollection(log);
  const size = bytes ?? days * A_DAY;
  try {
    db.createCollection(log, { capped: true, size });
  } catch (error) {
    if (error.code !== NAMESPACE_EXISTS) throw error;
    db.runCommand({ collMod: log, cappedSize: size });
  }
  events.createIndex({ time: 1 });
  db.getCollection("@rules").updateOne({ _id: log }, { $set: { days: days ?? 100_000 } }, { upsert: true });
}

function between(db, log, from, to) {
  const since = Date.now() - db.getCollection("@rules").findOne({ _id: log }).days * DAY;
  const range = { $gte: new Date(Math.max(from, since)), $lt: to };
  return db.getCollection(log).find({ time: range }).sort({ time: 1 }).toArray();
}
