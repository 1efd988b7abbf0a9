// fails: history
// says: store(db
// from: c-document-per-reading.js
// An ordered insert stops at the first reading that is there, and the rest of the batch is lost.

function setup(db, rows) {
  db.readings.createIndex({ sensor: 1, at: -1 }, { unique: true });
  for (const reading of rows.readings) store(db, [reading]);
}

function store(db, readings) {
  try {
    db.readings.insertMany(readings);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}
