// fails: rivals
// says: at the same moment
// from: hours-with-minutes.js
// Looks whether the day exists and inserts it if not, with nothing unique.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.rec_ts.createIndex({ book: 1, day: 1 });
  const days = new Map();
  for (const { book, when } of rows.events) {
    const day = dayOf(when);
    const key = `${book} ${day.getTime()}`;
    if (!days.has(key)) days.set(key, { book, day, total: 0, hour: {} });
    const document = days.get(key);
    const hour = (document.hour[when.getUTCHours()] ??= { total: 0, minutes: {} });
    const minute = when.getUTCMinutes();
    document.total++;
    hour.total++;
    hour.minutes[minute] = (hour.minutes[minute] ?? 0) + 1;
  }
  if (days.size > 0) db.rec_ts.insertMany([...days.values()]);
}

function recordRec(db, book, when) {
  const day = dayOf(when);
  if (db.rec_ts.findOne({ book, day })) {
    db.rec_ts.updateOne({ book, day }, { $inc: slots(when) });
  } else {
    const minutes = { [when.getUTCMinutes()]: 1 };
    db.rec_ts.insertOne({ book, day, total: 1, hour: { [when.getUTCHours()]: { total: 1, minutes } } });
  }
}
