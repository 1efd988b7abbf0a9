// Hour buckets, and beside them the last value of each sensor, which the wall reads.
// wins: When the wall is asked far more often than readings arrive.
// stars: few-documents, lean-latest

const HOUR = 3_600_000;
const bucketOf = (sensor, at) => ({ sensor, hour: new Date(Math.floor(at / HOUR) * HOUR) });
const minuteOf = (at) => Math.floor((at % HOUR) / 60_000);

function setup(db, rows) {
  store(db, rows.readings);
}

// What is there stays: a reading that comes again does not undo a correction.
function store(db, readings) {
  if (readings.length === 0) return;
  db.hours.bulkWrite(
    readings.map(({ sensor, at, value }) => {
      const place = `minutes.${minuteOf(at)}`;
      const update = [{ $set: { [place]: { $ifNull: [`$${place}`, value] } } }];
      return { updateOne: { filter: { _id: bucketOf(sensor, at) }, update, upsert: true } };
    }),
  );
  db.last.bulkWrite(readings.map((reading) => setLast(reading, "$gt")));
}

// Of the same minute, a correction counts and a reading does not: both may be on their way.
function setLast({ sensor, at, value }, comparison) {
  const isLast = { [comparison]: [at, { $ifNull: ["$at", new Date(0)] }] };
  const update = [{ $set: { at: { $cond: [isLast, at, "$at"] }, value: { $cond: [isLast, value, "$value"] } } }];
  return { updateOne: { filter: { _id: sensor }, update, upsert: true } };
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
  return db.last.find().sort({ _id: 1 }).map(({ _id, at, value }) => ({ sensor: _id, at, value }));
}

function correct(db, sensor, at, value) {
  const place = `minutes.${minuteOf(at)}`;
  const filter = { _id: bucketOf(sensor, at), [place]: { $exists: true } };
  if (db.hours.updateOne(filter, { $set: { [place]: value } }).matchedCount === 0) return false;
  db.last.bulkWrite([setLast({ sensor, at, value }, "$gte")]);
  return true;
}
