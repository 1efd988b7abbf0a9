// fails: meanwhile
// says: another client stored it, too
// from: b-hour-buckets.js
// Looks which minutes are missing and sets those: another client may store and correct one of them before that.

function store(db, readings) {
  const found = db.hours.find({ _id: { $in: readings.map(({ sensor, at }) => bucketOf(sensor, at)) } }).toArray();
  const values = new Map(found.map(({ _id, minutes }) => [EJSON.stringify(_id), minutes]));
  const writes = readings.flatMap(({ sensor, at, value }) => {
    const [_id, minute] = [bucketOf(sensor, at), minuteOf(at)];
    if (values.get(EJSON.stringify(_id))?.[minute] !== undefined) return [];
    return [{ updateOne: { filter: { _id }, update: { $set: { [`minutes.${minute}`]: value } }, upsert: true } }];
  });
  if (writes.length > 0) db.hours.bulkWrite(writes);
}
