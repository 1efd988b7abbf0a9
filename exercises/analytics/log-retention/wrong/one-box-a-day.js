// fails: space
// says: when the job was off
// from: daily-collections.js
// Drops the box that has lapsed today, and never comes back to those of the days when the job was off.

function tick(db) {
  const names = db.getCollectionNames();
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    // The day began so many days ago that its last event has lapsed, too.
    const lapsed = boxOf(log, Date.now() - (days + 1) * DAY);
    if (names.includes(lapsed)) db.getCollection(lapsed).drop();
  }
}
