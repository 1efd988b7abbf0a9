// One document per sensor, with a list of all that it has ever reported.

function setup(db, rows) {
  store(db, rows.readings);
}

// each reading counts once, however often it is sent
function store(db, readings) {
  for (const { sensor, at, value } of readings) {
    db.sensors.updateOne({ _id: sensor }, { $push: { readings: { at, value } } }, { upsert: true });
  }
}

// [{ at, value }] of a day, by time
function day(db, sensor, day) {
  const found = db.sensors.findOne({ _id: sensor });
  const end = new Date(day.getTime() + 86_400_000);
  return (found?.readings ?? []).filter(({ at }) => at >= day && at < end);
}

// [{ sensor, at, value }], the last reading of each sensor, by sensor
function latest(db) {
  const sensors = db.sensors.find().sort({ _id: 1 });
  return sensors.map(({ _id, readings }) => ({ sensor: _id, ...readings.at(-1) }));
}

// true if there was such a reading
function correct(db, sensor, at, value) {
  const filter = { _id: sensor, "readings.at": at };
  return db.sensors.updateOne(filter, { $set: { "readings.$.value": value } }).matchedCount === 1;
}

// Run shows the last reading of each sensor.
latest(db);
