// A hit is one upsert into the day's document. At night, finished days are rolled up by hour and month, then deleted.
// wins: When hits are many, charts are looked at all day, and details are soon forgotten.
// stars: one-write, year, forgets

const DAY = 86_400_000;
const dayOf = (at) => new Date(Math.floor(at / DAY) * DAY);
const monthOf = (day) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
const hourIn = (at) => Math.floor((at % DAY) / 3_600_000);
const minuteIn = (at) => Math.floor((at % DAY) / 60_000);

function setup(db, rows) {
  const days = new Map();
  for (const { page, at } of rows.hits) {
    const key = JSON.stringify([page, dayOf(at)]);
    const day = days.get(key) ?? { _id: { page, day: dayOf(at) }, hits: 0, hours: {}, minutes: {} };
    day.hits += 1;
    day.hours[hourIn(at)] = (day.hours[hourIn(at)] ?? 0) + 1;
    day.minutes[minuteIn(at)] = (day.minutes[minuteIn(at)] ?? 0) + 1;
    days.set(key, day);
  }
  db.days.insertMany([...days.values()]);
  nightly(db);
}

function hit(db, page, at) {
  const plus = { hits: 1, [`hours.${hourIn(at)}`]: 1, [`minutes.${minuteIn(at)}`]: 1 };
  db.days.updateOne({ _id: { page, day: dayOf(at) } }, { $inc: plus }, { upsert: true });
}

// Sets what is computed from finished days, so that it may run twice; a day is deleted when it has been rolled up.
function nightly(db) {
  const today = dayOf(new Date());
  const finished = db.days.find({ "_id.day": { $lt: today } }, { hits: 1, hours: 1 }).toArray();
  if (finished.length > 0) {
    db.hours.bulkWrite(
      finished.map(({ _id, hours }) => ({ updateOne: { filter: { _id }, update: { $set: { hours } }, upsert: true } })),
    );
    db.months.bulkWrite(
      finished.map(({ _id: { page, day }, hits }) => {
        const update = { $set: { [`days.${day.getUTCDate()}`]: hits } };
        return { updateOne: { filter: { _id: { page, month: monthOf(day) } }, update, upsert: true } };
      }),
    );
    const old = finished.map(({ _id }) => _id).filter(({ day }) => day < today - 2 * DAY);
    db.days.deleteMany({ _id: { $in: old } });
  }
  db.hours.deleteMany({ "_id.day": { $lt: new Date(today - 31 * DAY) } });
}

// The days come first: one that is rolled up meanwhile is found in either place.
function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: 3_600_000, day: DAY }[unit];
  const found = new Map();
  const days = db.days.find({ _id: { $gte: { page, day: dayOf(from) }, $lt: { page, day: to } } }).toArray();
  if (unit === "hour") {
    const hours = db.hours.find({ _id: { $gte: { page, day: dayOf(from) }, $lt: { page, day: to } } }).toArray();
    for (const { _id, hours: counts } of hours) {
      for (const [hour, hits] of Object.entries(counts)) found.set(_id.day.getTime() + hour * size, hits);
    }
  }
  if (unit === "day") {
    const months = db.months.find({ _id: { $gte: { page, month: monthOf(from) }, $lt: { page, month: to } } }).toArray();
    for (const { _id, days: counts } of months) {
      for (const [date, hits] of Object.entries(counts)) found.set(_id.month.getTime() + (date - 1) * DAY, hits);
    }
  }
  for (const { _id, hits, hours, minutes } of days) {
    const counts = { minute: minutes, hour: hours, day: { 0: hits } }[unit];
    for (const [slot, count] of Object.entries(counts)) found.set(_id.day.getTime() + slot * size, count);
  }
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
