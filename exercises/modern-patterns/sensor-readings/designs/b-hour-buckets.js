// A document per sensor and hour, with the values by minute: each reading has one place.
// wins: When readings are corrected: a value is changed in place, by one write.
// stars: few-documents, one-write

const HOUR = 3_600_000;
const bucketOf = (sensor, at) => ({ sensor, hour: new Date(Math.floor(at / HOUR) * HOUR) });
const minuteOf = (at) => Math.floor((at % HOUR) / 60_000);

function setup(db, rows) {
  store(db, rows.readings);
}

// What is there stays: a reading that comes again does not undo a correction.
function store(db, readings) {
  const writes = readings.map(({ sensor, at, value }) => {
    const place = `minutes.${minuteOf(at)}`;
    const update = [{ $set: { [place]: { $ifNull: [`$${place}`, value] } } }];
    return { updateOne: { filter: { _id: bucketOf(sensor, at) }, update, upsert: true } };
  });
  if (writes.length > 0) db.hours.bulkWrite(writes);
}

function day(db, sensor, day) {
  const end = new Date(day.getTime() + 24 * HOUR);
  const found = db.hours.find({ _id: { $gte: { sensor, hour: day }, $lt: { sensor, hour: end } } }).sort({ _id: 1 });
  return found.toArray().flatMap(readingsOf);
}

function readingsOf({ _id: { hour }, minutes }) {
  const found = Object.entries(minutes).map(([minute, value]) => ({ at: new Date(hour.getTime() + minute * 60_000), value }));
  return found.sort((a, b) => a.at - b.at);
}

function latest(db) {
  const pipeline = [{ $sort: { _id: 1 } }, { $group: { _id: "$_id.sensor", bucket: { $last: "$$ROOT" } } }, { $sort: { _id: 1 } }];
  const found = db.hours.aggregate(pipeline).toArray();
  return found.map(({ _id, bucket }) => ({ sensor: _id, ...readingsOf(bucket).at(-1) }));
}

function correct(db, sensor, at, value) {
  const place = `minutes.${minuteOf(at)}`;
  const filter = { _id: bucketOf(sensor, at), [place]: { $exists: true } };
  return db.hours.updateOne(filter, { $set: { [place]: value } }).matchedCount === 1;
}
