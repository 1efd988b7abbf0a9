// fails: history
// says: latest(db): 
// from: b-hour-buckets.js
// Finds buckets by the hour alone: two sensors share one.

function bucketOf(sensor, at) {
  return { sensor: sensor.slice(0, 2), hour: new Date(Math.floor(at / HOUR) * HOUR) };
}

function day(db, sensor, day) {
  const end = new Date(day.getTime() + 24 * HOUR);
  const range = { $gte: bucketOf(sensor, day), $lt: bucketOf(sensor, end) };
  return db.hours.find({ _id: range }).sort({ _id: 1 }).toArray().flatMap(readingsOf);
}
