// A time-series collection makes the buckets itself. A correction is one more reading; reads take the last one.
// wins: When many readings come and hardly any change: inserts examine nothing and need no key.
// stars: few-documents, blind-store

function setup(db, rows) {
  db.createCollection("readings", { timeseries: { timeField: "at", metaField: "sensor", granularity: "minutes" } });
  store(db, rows.readings);
}

// A reading that comes again is stored again, and left out when it is read.
function store(db, readings) {
  if (readings.length > 0) db.readings.insertMany(readings);
}

function day(db, sensor, day) {
  const range = { $gte: day, $lt: new Date(day.getTime() + 86_400_000) };
  const pipeline = [
    { $match: { sensor, at: range } },
    { $sort: { at: 1, correction: 1 } },
    { $group: { _id: "$at", value: { $last: "$value" } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, at: "$_id", value: 1 } },
  ];
  return db.readings.aggregate(pipeline);
}

function latest(db) {
  const pipeline = [
    { $sort: { sensor: 1, at: 1, correction: 1 } },
    { $group: { _id: "$sensor", at: { $last: "$at" }, value: { $last: "$value" } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sensor: "$_id", at: 1, value: 1 } },
  ];
  return db.readings.aggregate(pipeline);
}

function correct(db, sensor, at, value) {
  const [last] = db.readings.find({ sensor, at }).sort({ correction: -1 }).limit(1).toArray();
  if (!last) return false;
  db.readings.insertOne({ sensor, at, value, correction: (last.correction ?? 0) + 1 });
  return true;
}
