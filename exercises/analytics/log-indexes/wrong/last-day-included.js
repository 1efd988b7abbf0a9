// fails: history
// says: which is not expected
// from: a-sort-before-range.js
// Takes the first moment of the next day in.

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000 + 3_600_000);
  return db.events.find({ path, time: { $gte: day, $lte: next } }).sort({ time: -1 });
}
