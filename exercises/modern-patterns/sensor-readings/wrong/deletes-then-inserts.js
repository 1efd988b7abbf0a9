// fails: rivals
// says: correct(db
// from: a-time-series.js
// Deletes the reading and inserts the right one: in between there is none.

function correct(db, sensor, at, value) {
  if (db.readings.deleteMany({ sensor, at }).deletedCount === 0) return false;
  db.readings.insertOne({ sensor, at, value, correction: 1 });
  return true;
}
