// fails: history
// says: pathDay
// from: b-path-and-time.js
// The day ends with the first moment of the next.

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lte: next } }).sort({ time: 1, _id: 1 });
}
