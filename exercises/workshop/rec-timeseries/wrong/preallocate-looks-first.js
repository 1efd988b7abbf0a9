// fails: rivals
// says: at the same moment: preallocate failed: MongoServerError: E11000 duplicate key error
// from: hours-with-minutes.js
// Looks whether the day is there before it inserts one. Another client may have recorded in between.

function preallocate(db, book, day) {
  if (db.rec_ts.findOne({ book, day })) return;
  const hour = Object.fromEntries(range(24).map((h) => [h, { total: 0, minutes: zeros(60) }]));
  db.rec_ts.insertOne({ book, day, total: 0, hour });
}
