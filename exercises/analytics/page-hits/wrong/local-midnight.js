// fails: history
// says: The program reads local time
// Days begin at midnight of the place where the program runs.

const DAY = 86_400_000;
const dayOf = (at) => new Date(at.getFullYear(), at.getMonth(), at.getDate());

function setup(db, rows) {
  for (const { page, at } of rows.hits) hit(db, page, at);
}

function hit(db, page, at) {
  const [hour, minute] = [at.getUTCHours(), at.getUTCHours() * 60 + at.getUTCMinutes()];
  const plus = { hits: 1, [`hours.${hour}`]: 1, [`minutes.${minute}`]: 1 };
  db.days.updateOne({ _id: { page, day: dayOf(at) } }, { $inc: plus }, { upsert: true });
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
