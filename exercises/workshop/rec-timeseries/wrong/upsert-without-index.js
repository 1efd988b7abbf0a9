// fails: rivals
// says: has found nothing and is about to insert
// from: hours-with-minutes.js
// One upsert for everything, and no unique index that refuses a second document for a day.

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
