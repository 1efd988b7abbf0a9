// fails: history
// says: chart(db, '/a.b'
// from: d-hour-documents.js
// Puts the page into a path of field names.

function counted(page, at) {
  const plus = { [`pages.${page}.hits`]: 1, [`pages.${page}.minutes.${at.getUTCMinutes()}`]: 1 };
  return { filter: { _id: hourOf(at) }, update: { $inc: plus } };
}

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: HOUR, day: 86_400_000 }[unit];
  const found = new Map();
  const add = (at, hits) => {
    const slot = Math.floor(at / size) * size;
    found.set(slot, (found.get(slot) ?? 0) + hits);
  };
  for (const { _id, pages } of db.hours.find({ _id: { $gte: hourOf(from), $lt: to } }).toArray()) {
    const { hits = 0, minutes = {} } = pages[page] ?? {};
    if (unit === "minute") Object.entries(minutes).forEach(([minute, count]) => add(_id.getTime() + minute * 60_000, count));
    else add(_id.getTime(), hits);
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
