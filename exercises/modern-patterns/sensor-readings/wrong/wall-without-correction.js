// fails: history
// says: latest(db): 
// from: d-buckets-and-last.js
// Corrects the bucket, and not the copy on the wall.

function correct(db, sensor, at, value) {
  const place = `minutes.${minuteOf(at)}`;
  const filter = { _id: bucketOf(sensor, at), [place]: { $exists: true } };
  return db.hours.updateOne(filter, { $set: { [place]: value } }).matchedCount === 1;
}
