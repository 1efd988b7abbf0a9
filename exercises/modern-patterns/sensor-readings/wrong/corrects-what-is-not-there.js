// fails: history
// says: returned true, promised false
// from: b-hour-buckets.js
// An upsert makes a reading that no sensor has sent.

function correct(db, sensor, at, value) {
  const update = { $set: { [`minutes.${minuteOf(at)}`]: value } };
  return db.hours.updateOne({ _id: bucketOf(sensor, at) }, update, { upsert: true }).acknowledged;
}
