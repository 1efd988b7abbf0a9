// fails: crashes
// says: the client died in recordRec
// from: hours-with-minutes.js
// Counts the slots in one update and the total in another.

function recordRec(db, book, when) {
  const { total, ...rest } = slots(when);
  db.rec_ts.updateOne({ book, day: dayOf(when) }, { $inc: rest }, { upsert: true });
  db.rec_ts.updateOne({ book, day: dayOf(when) }, { $inc: { total } });
}
