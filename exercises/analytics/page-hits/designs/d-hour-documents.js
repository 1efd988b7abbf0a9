// A document for each page and hour, with its minutes; longer charts add them up.
// wins: When charts are short and data are few: nothing is copied, so nothing can differ.
// stars: one-write

const HOUR = 3_600_000;
const hourOf = (at) => new Date(Math.floor(at / HOUR) * HOUR);

function setup(db, rows) {
  db.hours.bulkWrite(rows.hits.map(({ page, at }) => ({ updateOne: { ...counted(page, at), upsert: true } })));
}

function counted(page, at) {
  const plus = { hits: 1, [`minutes.${at.getUTCMinutes()}`]: 1 };
  return { filter: { _id: { page, hour: hourOf(at) } }, update: { $inc: plus } };
}

function hit(db, page, at) {
  const { filter, update } = counted(page, at);
  db.hours.updateOne(filter, update, { upsert: true });
}

function nightly(db) {}

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
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
