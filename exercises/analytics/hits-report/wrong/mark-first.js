// fails: late
// says: a refresh that died
// Notes that it has counted before it counts: after a death at midnight, a day is not counted again.

const DAY = 86_400_000;

function setup(db, rows) {
  db.events.createIndex({ time: 1 });
  db.events.insertMany(rows.events);
  refresh(db);
}

function record(db, event) {
  db.events.insertOne({ ...event });
}

function refresh(db) {
  const now = Date.now();
  const last = db.jobs.findOneAndUpdate({ _id: "refresh" }, { $set: { at: now } }, { upsert: true })?.at ?? 0;
  const from = new Date(Math.floor(last / DAY) * DAY - 3 * DAY);
  const slot = { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" };
  db.events.aggregate([
    { $match: { time: { $gte: from } } },
    { $group: { _id: slot, hits: { $sum: 1 } } },
    { $merge: { into: "days", whenMatched: "replace" } },
  ]);
}

function report(db, month) {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
  const days = db.days.find({ _id: { $gte: { day: month }, $lt: { day: next } } }).sort({ _id: 1 }).toArray();
  return days.map(({ _id, hits }) => ({ ..._id, hits }));
}

function eventsOf(db, path, day) {
  const next = new Date(day.getTime() + DAY);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1 }).toArray();
}
