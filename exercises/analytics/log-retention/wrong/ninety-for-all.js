// fails: stored
// says: not expected
// from: daily-collections.js
// The longest rule for all logs: nothing is lost, and nothing leaves in time.

function keep(db, log, { days, bytes }) {
  if (bytes) {
    db.createCollection(log, { capped: true, size: bytes });
    db.getCollection(log).createIndex({ time: 1 });
  }
  rules(db).updateOne({ _id: log }, { $set: { days: days ? 90 : null } }, { upsert: true });
}
