// A hit raises the counters of its day, then that of its month's document; at night the months are corrected.
// wins: When a year has to be up to date at once, and details are kept for ever.
// stars: year

const DAY = 86_400_000;
const dayOf = (at) => new Date(Math.floor(at / DAY) * DAY);
const monthOf = (day) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
const hourIn = (at) => Math.floor((at % DAY) / 3_600_000);
const minuteIn = (at) => Math.floor((at % DAY) / 60_000);

function setup(db, rows) {
  const writes = (of) => rows.hits.map(({ page, at }) => ({ updateOne: { ...of(page, at), upsert: true } }));
  db.days.bulkWrite(writes(ofDay));
  db.months.bulkWrite(writes(ofMonth));
  db.days.createIndex({ settled: 1 }, { sparse: true });
}

function ofDay(page, at) {
  const plus = { [`hours.${hourIn(at)}`]: 1, [`minutes.${minuteIn(at)}`]: 1 };
  return { filter: { _id: { page, day: dayOf(at) } }, update: { $inc: plus, $set: { settled: false } } };
}

function ofMonth(page, at) {
  return { filter: { _id: { page, month: monthOf(at) } }, update: { $inc: { [`days.${at.getUTCDate()}`]: 1 } } };
}

function hit(db, page, at) {
  const [day, month] = [ofDay(page, at), ofMonth(page, at)];
  db.days.updateOne(day.filter, day.update, { upsert: true });
  db.months.updateOne(month.filter, month.update, { upsert: true });
}

// A client may have died between the two counters: finished days are added up again.
function nightly(db) {
  const finished = db.days.find({ settled: false, "_id.day": { $lt: dayOf(new Date()) } }, { hours: 1 }).toArray();
  if (finished.length === 0) return;
  db.months.bulkWrite(
    finished.map(({ _id: { page, day }, hours }) => {
      const hits = Object.values(hours).reduce((sum, count) => sum + count, 0);
      const update = { $set: { [`days.${day.getUTCDate()}`]: hits } };
      return { updateOne: { filter: { _id: { page, month: monthOf(day) } }, update, upsert: true } };
    }),
  );
  db.days.updateMany({ _id: { $in: finished.map(({ _id }) => _id) } }, { $unset: { settled: "" } });
}

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: 3_600_000, day: DAY }[unit];
  const found = new Map();
  if (unit === "day") {
    const months = db.months.find({ _id: { $gte: { page, month: monthOf(from) }, $lt: { page, month: to } } }).toArray();
    for (const { _id, days } of months) {
      for (const [date, hits] of Object.entries(days)) found.set(_id.month.getTime() + (date - 1) * DAY, hits);
    }
  } else {
    const days = db.days.find({ _id: { $gte: { page, day: dayOf(from) }, $lt: { page, day: to } } }).toArray();
    for (const { _id, hours, minutes } of days) {
      const counts = unit === "hour" ? hours : minutes;
      for (const [slot, hits] of Object.entries(counts)) found.set(_id.day.getTime() + slot * size, hits);
    }
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
