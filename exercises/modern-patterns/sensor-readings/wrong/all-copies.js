// fails: history
// says: promised 10
// from: a-time-series.js
// Shows what is stored: a reading that was sent twice is there twice.

function day(db, sensor, day) {
  const range = { $gte: day, $lt: new Date(day.getTime() + 86_400_000) };
  return db.readings.aggregate([{ $match: { sensor, at: range } }, { $sort: { at: 1 } }]);
}
