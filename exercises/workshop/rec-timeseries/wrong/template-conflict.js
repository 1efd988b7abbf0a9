// fails: history
// says: conflict
// from: hours-with-minutes.js
// Puts zeros into the day and counts on the same paths in one update.

function recordRec(db, book, when) {
  const zero = Object.fromEntries(range(24).map((h) => [h, { total: 0, minutes: zeros(60) }]));
  db.rec_ts.updateOne(
    { book, day: dayOf(when) },
    { $setOnInsert: { hour: zero }, $inc: slots(when) },
    { upsert: true },
  );
}
