// fails: rivals
// says: store
// from: c-document-per-reading.js
// Looks whether the reading is there and inserts then, without a unique index: two at once both insert it.

function setup(db, rows) {
  db.readings.createIndex({ sensor: 1, at: -1 });
  store(db, rows.readings);
}

function store(db, readings) {
  for (const { sensor, at, value } of readings) {
    if (!db.readings.findOne({ sensor, at })) db.readings.insertOne({ sensor, at, value });
  }
}
