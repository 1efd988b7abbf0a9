// fails: history
// says: chart
// from: d-hour-documents.js
// Always draws whole hours by minute, wherever the range ends.

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: HOUR, day: 86_400_000 }[unit];
  const found = new Map();
  const end = Math.ceil(to / HOUR) * HOUR;
  const add = (at, hits) => {
    const slot = Math.floor(at / size) * size;
    found.set(slot, (found.get(slot) ?? 0) + hits);
  };
  for (const { _id, hits, minutes } of db.hours.find({ _id: { $gte: { page, hour: hourOf(from) }, $lt: { page, hour: to } } }).toArray()) {
    if (unit === "minute") Object.entries(minutes).forEach(([minute, count]) => add(_id.hour.getTime() + minute * 60_000, count));
    else add(_id.hour.getTime(), hits);
  }
  const slots = [];
  for (let at = from.getTime(); at < end; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
