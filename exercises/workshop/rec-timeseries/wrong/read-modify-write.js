// fails: rivals
// says: at the same moment
// from: flat-minutes.js
// Reads the day, counts in JavaScript and writes it back.

function recordRec(db, book, when) {
  const day = dayOf(when);
  db.rec_ts.updateOne({ book, day }, { $setOnInsert: { total: 0, hour: {}, minute: {} } }, { upsert: true });
  const document = db.rec_ts.findOne({ book, day });
  const hour = when.getUTCHours();
  const minute = minuteOf(when);
  document.total++;
  document.hour[hour] = (document.hour[hour] ?? 0) + 1;
  document.minute[minute] = (document.minute[minute] ?? 0) + 1;
  db.rec_ts.replaceOne({ book, day }, document);
}
