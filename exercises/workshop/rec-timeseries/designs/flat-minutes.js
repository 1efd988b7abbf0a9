// A document for each book and day with 24 hours and 1,440 minutes side by side: simple to read, long to walk.
// wins: When the chart wants any minute by its number and a longer walk per hit is bearable.

const DAY = 86_400_000;
const dayOf = (when) => new Date(Math.floor(when.getTime() / DAY) * DAY);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const zeros = (n) => Object.fromEntries(range(n).map((i) => [i, 0]));
const minuteOf = (when) => when.getUTCHours() * 60 + when.getUTCMinutes();

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.rec_ts.createIndex({ book: 1, day: 1 }, { unique: true });
  const days = new Map();
  for (const { book, when } of rows.events) {
    const day = dayOf(when);
    const key = `${book} ${day.getTime()}`;
    if (!days.has(key)) days.set(key, { book, day, total: 0, hour: {}, minute: {} });
    const document = days.get(key);
    const hour = when.getUTCHours();
    const minute = minuteOf(when);
    document.total++;
    document.hour[hour] = (document.hour[hour] ?? 0) + 1;
    document.minute[minute] = (document.minute[minute] ?? 0) + 1;
  }
  if (days.size > 0) db.rec_ts.insertMany([...days.values()]);
}

function recordRec(db, book, when) {
  db.rec_ts.updateOne(
    { book, day: dayOf(when) },
    { $inc: { total: 1, [`hour.${when.getUTCHours()}`]: 1, [`minute.${minuteOf(when)}`]: 1 } },
    { upsert: true },
  );
}

function preallocate(db, book, day) {
  db.rec_ts.updateOne(
    { book, day },
    { $setOnInsert: { total: 0, hour: zeros(24), minute: zeros(1440) } },
    { upsert: true },
  );
}

function dayTotal(db, book, day) {
  return db.rec_ts.findOne({ book, day }, { total: 1 })?.total ?? 0;
}

function byHour(db, book, day) {
  const hours = db.rec_ts.findOne({ book, day }, { hour: 1 })?.hour ?? {};
  return range(24).map((h) => hours[h] ?? 0);
}

function byMinute(db, book, day, hour) {
  const minutes = db.rec_ts.findOne({ book, day }, { minute: 1 })?.minute ?? {};
  return range(60).map((m) => minutes[hour * 60 + m] ?? 0);
}
