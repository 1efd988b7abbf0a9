// A document per reading under a unique index, the newest of each sensor first.
// wins: When single readings are stored, read and changed, and space does not matter.
// stars: one-write, blind-store, lean-latest

function setup(db, rows) {
  db.readings.createIndex({ sensor: 1, at: -1 }, { unique: true });
  store(db, rows.readings);
}

// The unique index refuses what is there, and only that.
function store(db, readings) {
  if (readings.length === 0) return;
  try {
    db.readings.insertMany(readings, { ordered: false });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function day(db, sensor, day) {
  const range = { $gte: day, $lt: new Date(day.getTime() + 86_400_000) };
  return db.readings.find({ sensor, at: range }, { _id: 0, at: 1, value: 1 }).sort({ at: 1 });
}

function latest(db) {
  const pipeline = [
    { $sort: { sensor: 1, at: -1 } },
    { $group: { _id: "$sensor", at: { $first: "$at" }, value: { $first: "$value" } } },
    { $sort: { _id: 1 } },
    { $project: { _id: 0, sensor: "$_id", at: 1, value: 1 } },
  ];
  return db.readings.aggregate(pipeline);
}

function correct(db, sensor, at, value) {
  return db.readings.updateOne({ sensor, at }, { $set: { value } }).matchedCount === 1;
}
