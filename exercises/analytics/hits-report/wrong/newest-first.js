// fails: history
// says: returned not in order
// from: b-merged-hourly.js
// Shows the newest event first.

function eventsOf(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: -1 });
}
