// fails: stored
// says: missing
// from: daily-collections.js
// Boxes are `sites-2012-10-15`: the job for `sites` drops those of `sites-nov` by the wrong rule.

const boxOf = (log, time) => `${log}-${dayOf(time)}`;

function tick(db) {
  const names = db.getCollectionNames();
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    // The day began so many days ago that its last event has lapsed, too.
    const oldest = boxOf(log, Date.now() - days * DAY);
    for (const name of names) if (name.startsWith(log) && name !== log && name.slice(-10) < oldest.slice(-10)) db.getCollection(name).drop();
  }
}
