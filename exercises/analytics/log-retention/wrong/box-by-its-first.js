// fails: stored
// says: missing
// from: daily-collections.js
// Drops a box as soon as its first event has lapsed, and with it the others of that day.

function tick(db) {
  const names = db.getCollectionNames();
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    // The day began so many days ago that its last event has lapsed, too.
    const oldest = boxOf(log, Date.now() - days * DAY);
    for (const name of names) if (name.startsWith(`${log}@`) && name <= oldest) db.getCollection(name).drop();
  }
}
