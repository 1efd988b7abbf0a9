// fails: history
// says: value` is
// from: a-time-series.js
// Marks corrections without a number, so nobody knows which of two is later.

function correct(db, sensor, at, value) {
  if (!db.readings.findOne({ sensor, at })) return false;
  db.readings.insertOne({ sensor, at, value, correction: 1 });
  return true;
}

function day(db, sensor, day) {
  const range = { $gte: day, $lt: new Date(day.getTime() + 86_400_000) };
  const pipeline = [
    { $match: { sensor, at: range } },
    { $sort: { at: 1, correction: -1, value: 1 } },
    { $group: { _id: "$at", value: { $first: "$value" } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, at: "$_id", value: 1 } },
  ];
  return db.readings.aggregate(pipeline);
}
