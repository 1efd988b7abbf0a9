// fails: history
// says: preallocate(db
// from: hours-with-minutes.js
// Prepares a day by replacing whatever is there.

function preallocate(db, book, day) {
  const hour = Object.fromEntries(range(24).map((h) => [h, { total: 0, minutes: zeros(60) }]));
  db.rec_ts.replaceOne({ book, day }, { book, day, total: 0, hour }, { upsert: true });
}
