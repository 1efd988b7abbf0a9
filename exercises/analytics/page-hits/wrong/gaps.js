// fails: history
// says: elements, promised 2880
// from: d-hour-documents.js
// Returns the slots that have hits.

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: HOUR, day: 86_400_000 }[unit];
  const found = new Map();
  const add = (at, hits) => {
    const slot = Math.floor(at / size) * size;
    found.set(slot, (found.get(slot) ?? 0) + hits);
  };
  for (const { _id, hits, minutes } of db.hours.find({ _id: { $gte: { page, hour: hourOf(from) }, $lt: { page, hour: to } } }).toArray()) {
    if (unit === "minute") Object.entries(minutes).forEach(([minute, count]) => add(_id.hour.getTime() + minute * 60_000, count));
    else add(_id.hour.getTime(), hits);
  }
  const inRange = [...found].filter(([at]) => at >= from.getTime() && at < to.getTime()).sort(([a], [b]) => a - b);
  return inRange.map(([at, hits]) => ({ at: new Date(at), hits }));
}
