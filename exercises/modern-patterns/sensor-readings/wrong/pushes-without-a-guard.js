// fails: history
// says: promised 10
// from: b-hour-buckets.js
// Pushes each reading into the list of its hour, also one that is there.

function store(db, readings) {
  const writes = readings.map(({ sensor, at, value }) => {
    const update = { $push: { readings: { at, value } } };
    return { updateOne: { filter: { _id: bucketOf(sensor, at) }, update, upsert: true } };
  });
  if (writes.length > 0) db.hours.bulkWrite(writes);
}

function readingsOf({ readings }) {
  return readings.sort((a, b) => a.at - b.at);
}

function correct(db, sensor, at, value) {
  const filter = { _id: bucketOf(sensor, at), "readings.at": at };
  return db.hours.updateOne(filter, { $set: { "readings.$.value": value } }).matchedCount === 1;
}
