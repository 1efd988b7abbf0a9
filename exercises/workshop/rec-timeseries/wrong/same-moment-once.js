// fails: history
// says: dayTotal(db, 1
// Two recommendations of one millisecond count once.

const iso = (d) => d.toISOString().slice(0, 10);
function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.days.createIndex({ book: 1, day: 1 }, { unique: true });
  const seen = new Map(rows.events.map((e) => [e.book + "/" + e.when.toISOString(), e]));
  for (const e of seen.values()) recordRec(db, e.book, e.when);
}
function recordRec(db, book, when) {
  const h = when.getUTCHours();
  db.days.updateOne({ book, day: iso(when) }, { $inc: { total: 1, [`hours.${h}.n`]: 1, [`hours.${h}.m.${when.getUTCMinutes()}`]: 1 } }, { upsert: true });
}
function preallocate(db, book, day) {}
const get = (db, book, day) => db.days.findOne({ book, day: iso(day) });
function dayTotal(db, book, day) { return get(db, book, day)?.total ?? 0; }
function byHour(db, book, day) { const d = get(db, book, day); return Array.from({ length: 24 }, (_, h) => d?.hours[h]?.n ?? 0); }
function byMinute(db, book, day, hour) { const d = get(db, book, day); return Array.from({ length: 60 }, (_, m) => d?.hours[hour]?.m[m] ?? 0); }
