// A document for each book and hour with sixty named minutes; the day is the sum of its hours, so nothing can disagree.

const HOUR = 3_600_000;
const hourOf = (when) => new Date(Math.floor(when.getTime() / HOUR) * HOUR);
const minuteOf = (when) => `m${when.getUTCMinutes()}`;

function setup(db, rows) {
  const hours = new Map();
  for (const { book, when } of rows.events) {
    const at = hourOf(when);
    const key = `${book} ${at.getTime()}`;
    if (!hours.has(key)) hours.set(key, { _id: { book, at } });
    const hour = hours.get(key);
    hour[minuteOf(when)] = (hour[minuteOf(when)] ?? 0) + 1;
  }
  if (hours.size > 0) db.hours.insertMany([...hours.values()]);
}

function recordRec(db, book, when) {
  db.hours.updateOne({ _id: { book, at: hourOf(when) } }, { $inc: { [minuteOf(when)]: 1 } }, { upsert: true });
}

function preallocate(db, book, day) {
  const zeros = Object.fromEntries(Array.from({ length: 60 }, (_, m) => [`m${m}`, 0]));
  for (let h = 0; h < 24; h++) {
    const _id = { book, at: new Date(day.getTime() + h * HOUR) };
    db.hours.updateOne({ _id }, { $setOnInsert: zeros }, { upsert: true });
  }
}

function minutesOf(document) {
  return Array.from({ length: 60 }, (_, m) => Number(document?.[`m${m}`] ?? 0));
}

function byHour(db, book, day) {
  const totals = Array(24).fill(0);
  const end = new Date(day.getTime() + 24 * HOUR);
  for (const hour of db.hours.find({ _id: { $gte: { book, at: day }, $lt: { book, at: end } } }).toArray()) {
    totals[(hour._id.at - day) / HOUR] = minutesOf(hour).reduce((sum, n) => sum + n, 0);
  }
  return totals;
}

function dayTotal(db, book, day) {
  return byHour(db, book, day).reduce((sum, n) => sum + n, 0);
}

function byMinute(db, book, day, hour) {
  return minutesOf(db.hours.findOne({ _id: { book, at: new Date(day.getTime() + hour * HOUR) } }));
}
