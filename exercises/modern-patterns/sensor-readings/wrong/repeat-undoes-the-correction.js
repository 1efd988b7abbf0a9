// fails: history
// says: value` is
// from: b-hour-buckets.js
// Sets the value whether or not there is one: a repeat brings the wrong one back.

function store(db, readings) {
  const writes = readings.map(({ sensor, at, value }) => {
    const update = { $set: { [`minutes.${minuteOf(at)}`]: value } };
    return { updateOne: { filter: { _id: bucketOf(sensor, at) }, update, upsert: true } };
  });
  if (writes.length > 0) db.hours.bulkWrite(writes);
}
