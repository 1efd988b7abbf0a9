// fails: history
// says: promised
// Names a day by month and day, so last year's is the same one.

const dayOf = (when) => when.toISOString().slice(5, 10);
const range = (n) => Array.from({ length: n }, (_, i) => i);
const zeros = (n) => Object.fromEntries(range(n).map((i) => [i, 0]));
const minuteOf = (when) => when.getUTCHours() * 60 + when.getUTCMinutes();

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.rec_ts.createIndex({ book: 1, day: 1 }, { unique: true });
  const days = new Map();
  for (const { book, when } of rows.events) {
    const day = dayOf(when);
    const key = `${book} ${day}`;
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
    { book, day: dayOf(day) },
    { $setOnInsert: { total: 0, hour: zeros(24), minute: zeros(1440) } },
    { upsert: true },
  );
}

function dayTotal(db, book, day) {
  return db.rec_ts.findOne({ book, day: dayOf(day) }, { total: 1 })?.total ?? 0;
}

function byHour(db, book, day) {
  const hours = db.rec_ts.findOne({ book, day: dayOf(day) }, { hour: 1 })?.hour ?? {};
  return range(24).map((h) => hours[h] ?? 0);
}

function byMinute(db, book, day, hour) {
  const minutes = db.rec_ts.findOne({ book, day: dayOf(day) }, { minute: 1 })?.minute ?? {};
  return range(60).map((m) => minutes[hour * 60 + m] ?? 0);
}
