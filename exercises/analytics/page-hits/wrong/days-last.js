// fails: rolls-up
// says: while nightly runs shows 0
// from: b-rolled-up.js
// Reads what is rolled up first, and the days last: a day that the job moves meanwhile is in neither.

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: 3_600_000, day: DAY }[unit];
  const found = new Map();
  if (unit === "hour") {
    const hours = db.hours.find({ _id: { $gte: { page, day: dayOf(from) }, $lt: { page, day: to } } }).toArray();
    for (const { _id, hours: counts } of hours) {
      for (const [hour, hits] of Object.entries(counts)) found.set(_id.day.getTime() + hour * size, hits);
    }
  }
  if (unit === "day") {
    const range = { $gte: { page, month: monthOf(from) }, $lt: { page, month: to } };
    const months = db.months.find({ _id: range }).toArray();
    for (const { _id, days: counts } of months) {
      for (const [date, hits] of Object.entries(counts)) found.set(_id.month.getTime() + (date - 1) * DAY, hits);
    }
  }
  const days = db.days.find({ _id: { $gte: { page, day: dayOf(from) }, $lt: { page, day: to } } }).toArray();
  for (const { _id, hits, hours, minutes } of days) {
    const counts = { minute: minutes, hour: hours, day: { 0: hits } }[unit];
    for (const [slot, count] of Object.entries(counts)) found.set(_id.day.getTime() + slot * size, count);
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
