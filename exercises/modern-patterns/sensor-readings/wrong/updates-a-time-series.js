// fails: history
// says: correct failed
// from: a-time-series.js
// Changes a value in a time-series collection, which allows changes of the sensor alone.

function correct(db, sensor, at, value) {
  return db.readings.updateMany({ sensor, at }, { $set: { value } }).matchedCount > 0;
}
