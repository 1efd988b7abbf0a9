// fails: history
// says: day(db
// from: c-document-per-reading.js
// Takes the next midnight into the day.

function day(db, sensor, day) {
  const range = { $gte: day, $lte: new Date(day.getTime() + 86_400_000) };
  return db.readings.find({ sensor, at: range }, { _id: 0, at: 1, value: 1 }).sort({ at: 1 });
}
