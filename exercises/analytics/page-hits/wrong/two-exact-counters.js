// fails: crashes
// says: chart
// from: d-hour-documents.js
// Counts minutes and hours in two documents; a client that dies in between leaves them different for good.

function setup(db, rows) {
  for (const { page, at } of rows.hits) hit(db, page, at);
}

function hit(db, page, at) {
  const _id = { page, hour: hourOf(at) };
  db.hours.updateOne({ _id }, { $inc: { hits: 1 } }, { upsert: true });
  db.minutes.updateOne({ _id }, { $inc: { [`minutes.${at.getUTCMinutes()}`]: 1 } }, { upsert: true });
}

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: HOUR, day: 86_400_000 }[unit];
  const found = new Map();
  const add = (at, hits) => {
    const slot = Math.floor(at / size) * size;
    found.set(slot, (found.get(slot) ?? 0) + hits);
  };
  const counted = unit === "minute" ? db.minutes : db.hours;
  for (const { _id, hits, minutes } of counted.find({ _id: { $gte: { page, hour: hourOf(from) }, $lt: { page, hour: to } } }).toArray()) {
    if (unit === "minute") Object.entries(minutes).forEach(([minute, count]) => add(_id.hour.getTime() + minute * 60_000, count));
    else add(_id.hour.getTime(), hits);
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
