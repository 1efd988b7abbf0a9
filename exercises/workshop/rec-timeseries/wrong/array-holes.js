// fails: history
// says: `[0]` is null, promised 0
// from: hours-with-minutes.js
// Counts minutes in an array that is filled as far as it was used: holes are null.

function recordRec(db, book, when) {
  const day = dayOf(when);
  const empty = range(24).map(() => ({ total: 0, minutes: [] }));
  db.rec_ts.updateOne({ book, day }, { $setOnInsert: { total: 0, hour: empty } }, { upsert: true });
  db.rec_ts.updateOne({ book, day }, { $inc: slots(when) });
}

function byMinute(db, book, day, hour) {
  const found = db.rec_ts.findOne({ book, day });
  const minutes = found ? found.hour[hour]?.minutes ?? [] : [];
  return range(60).map((m) => (minutes[m] === undefined ? 0 : minutes[m]));
}
