// fails: many
// says: 25 logs that keep two days
// from: also-hour-buckets.js
// The job looks at the first two logs.

function tick(db) {
  for (const { _id: log, days } of db.logs.find({ days: { $gt: 0 } }).limit(2).toArray()) {
    db.hours.deleteMany({ log, hour: { $lt: new Date(Date.now() - days * DAY - HOUR) } });
  }
}
