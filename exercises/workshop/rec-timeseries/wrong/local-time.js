// fails: history
// says: time zone is UTC
// from: hours-with-minutes.js
// Counts by the computer's local time, wherever it is.

// The moment at which UTC shows the computer's local time of now.
const local = (when) => new Date(when.getTime() - when.getTimezoneOffset() * 60_000);

function slots(moment) {
  const when = local(moment);
  const hour = `hour.${when.getUTCHours()}`;
  return { total: 1, [`${hour}.total`]: 1, [`${hour}.minutes.${when.getUTCMinutes()}`]: 1 };
}

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.rec_ts.createIndex({ book: 1, day: 1 }, { unique: true });
  const days = new Map();
  for (const event of rows.events) {
    const { book } = event;
    const when = local(event.when);
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
  db.rec_ts.updateOne({ book, day: dayOf(local(when)) }, { $inc: slots(when) }, { upsert: true });
}
