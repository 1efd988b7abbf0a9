// fails: meanwhile
// says: then latest shows
// from: d-buckets-and-last.js
// Corrects the copy if it is of this minute: if the reading is just being stored, its old value follows.

function correct(db, sensor, at, value) {
  const place = `minutes.${minuteOf(at)}`;
  const filter = { _id: bucketOf(sensor, at), [place]: { $exists: true } };
  if (db.hours.updateOne(filter, { $set: { [place]: value } }).matchedCount === 0) return false;
  db.last.updateOne({ _id: sensor, at }, { $set: { value } });
  return true;
}
