// fails: rivals
// says: in preallocate): preallocate(db
// from: hours-with-minutes.js
// Takes the day away, fills in its zeros, and stores it again: in between nothing is known of the day.

function preallocate(db, book, day) {
  const known = db.rec_ts.findOneAndDelete({ book, day });
  const hour = Object.fromEntries(range(24).map((h) => {
    const { total, minutes } = known?.hour?.[h] ?? { total: 0, minutes: {} };
    return [h, { total, minutes: { ...zeros(60), ...minutes } }];
  }));
  db.rec_ts.updateOne({ book, day }, { $setOnInsert: { total: known?.total ?? 0, hour } }, { upsert: true });
}
