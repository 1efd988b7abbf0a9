// Each hit is a document that expires after ten days; at night finished days are grouped by hour and by day.
// wins: When somebody may ask tomorrow for what no counter counts.
// stars: one-write, forgets

const DAY = 86_400_000;
const dayOf = (at) => new Date(Math.floor(at / DAY) * DAY);

function setup(db, rows) {
  db.hits.createIndex({ page: 1, at: 1 });
  db.hits.createIndex({ at: 1 }, { expireAfterSeconds: 10 * 86_400 });
  db.hours.createIndex({ "_id.at": 1 });
  db.rolled.insertOne({ _id: "until", at: new Date(0) });
  db.hits.insertMany(rows.hits);
  nightly(db);
}

function hit(db, page, at) {
  db.hits.insertOne({ page, at });
}

// Replaces the sums of all days since the last that was rolled up, and says so at the end.
function nightly(db) {
  const today = dayOf(new Date());
  const since = db.rolled.findOne({ _id: "until" }).at;
  for (const [unit, into] of [["hour", "hours"], ["day", "days"]]) {
    db.hits.aggregate([
      { $match: { at: { $gte: since, $lt: today } } },
      { $group: { _id: { page: "$page", at: { $dateTrunc: { date: "$at", unit } } }, hits: { $sum: 1 } } },
      { $merge: { into, whenMatched: "replace" } },
    ]);
  }
  db.rolled.updateOne({ _id: "until" }, { $max: { at: today } });
  db.hours.deleteMany({ "_id.at": { $lt: new Date(today - 31 * DAY) } });
}

function chart(db, page, unit, from, to) {
  const size = { minute: 60_000, hour: 3_600_000, day: DAY }[unit];
  const found = new Map();
  let since = from;
  if (unit !== "minute") {
    const { at } = db.rolled.findOne({ _id: "until" });
    since = new Date(Math.max(from, at));
    const sums = db[`${unit}s`].find({ _id: { $gte: { page, at: from }, $lt: { page, at: new Date(Math.min(to, at)) } } });
    for (const { _id, hits } of sums.toArray()) found.set(_id.at.getTime(), hits);
  }
  const counted = db.hits.aggregate([
    { $match: { page, at: { $gte: since, $lt: to } } },
    { $group: { _id: { $dateTrunc: { date: "$at", unit } }, hits: { $sum: 1 } } },
  ]);
  for (const { _id, hits } of counted.toArray()) found.set(_id.getTime(), hits);
  const slots = [];
  for (let at = from.getTime(); at < to; at += size) slots.push({ at: new Date(at), hits: found.get(at) ?? 0 });
  return slots;
}
