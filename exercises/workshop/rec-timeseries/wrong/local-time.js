// fails: chart
// says: it should be
// Counts by the hour on the wall of the computer, wherever that stands.

const DAY = 86_400_000;
const dayOf = (when) => new Date(Math.floor(when.getTime() / DAY) * DAY);
// The moment at which UTC shows what the wall shows now.
const local = (when) => new Date(when.getTime() - when.getTimezoneOffset() * 60_000);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const zeros = (n) => Object.fromEntries(range(n).map((i) => [i, 0]));

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

function preallocate(db, book, day) {
  const hour = Object.fromEntries(range(24).map((h) => [h, { total: 0, minutes: zeros(60) }]));
  db.rec_ts.updateOne({ book, day }, { $setOnInsert: { total: 0, hour } }, { upsert: true });
}

function dayTotal(db, book, day) {
  return db.rec_ts.findOne({ book, day }, { total: 1 })?.total ?? 0;
}

function byHour(db, book, day) {
  const hour = db.rec_ts.findOne({ book, day })?.hour ?? {};
  return range(24).map((h) => hour[h]?.total ?? 0);
}

function byMinute(db, book, day, hour) {
  const minutes = db.rec_ts.findOne({ book, day }, { [`hour.${hour}`]: 1 })?.hour?.[hour]?.minutes ?? {};
  return range(60).map((m) => minutes[m] ?? 0);
}
