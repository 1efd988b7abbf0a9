// fails: rivals
// says: hit
// Reads the numbers, adds one and writes them back: the hit of another client in between is lost.

const DAY = 86_400_000;
const dayOf = (at) => new Date(Math.floor(at / DAY) * DAY);

function setup(db, rows) {
  for (const { page, at } of rows.hits) hit(db, page, at);
}

function hit(db, page, at) {
  const [hour, minute] = [at.getUTCHours(), at.getUTCHours() * 60 + at.getUTCMinutes()];
  const _id = { page, day: dayOf(at) };
  const day = db.days.findOne({ _id });
  const plus = { hits: 1, [`hours.${hour}`]: 1, [`minutes.${minute}`]: 1 };
  if (!day) return void db.days.updateOne({ _id }, { $inc: plus }, { upsert: true });
  const { hits, hours, minutes } = day;
  const set = { hits: hits + 1, [`hours.${hour}`]: (hours[hour] ?? 0) + 1, [`minutes.${minute}`]: (minutes[minute] ?? 0) + 1 };
  db.days.updateOne({ _id }, { $set: set });
}

function nightly(db) {}

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: 3_600_000, day: DAY }[unit];
  const found = new Map();
  for (const { _id, hits, hours, minutes } of db.days.find({ _id: { $gte: { page, day: dayOf(from) }, $lt: { page, day: to } } }).toArray()) {
    const counts = { minute: minutes, hour: hours, day: { 0: hits } }[unit];
    for (const [slot, count] of Object.entries(counts)) found.set(_id.day.getTime() + slot * size, count);
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
