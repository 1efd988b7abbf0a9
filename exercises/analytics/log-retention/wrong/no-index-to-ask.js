// fails: hour
// says: examined
// from: renamed-daily.js
// The collection that takes the new events has no index, and all boxes inherit that.

function keep(db, log, { days, bytes }) {
  if (bytes) db.createCollection(log, { capped: true, size: bytes });
  rules(db).updateOne({ _id: log }, { $set: { days: days ?? null } }, { upsert: true });
}

function tick(db) {
  const names = db.getCollectionNames();
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    try {
      db.getCollection(log).renameCollection(boxOf(log, Date.now()));
    } catch (error) {
      // Today it has been renamed already, or nothing has come since.
      if (error.code !== NAMESPACE_EXISTS && error.code !== NAMESPACE_NOT_FOUND) throw error;
    }
    const oldest = boxOf(log, Date.now() - days * DAY);
    for (const name of names) if (name.startsWith(`${log}@`) && name < oldest) db.getCollection(name).drop();
  }
}
