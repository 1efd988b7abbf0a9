// fails: missed-week
// says: days later shows
// Adds up the minutes of the last nine days, from the middle of a day: its sum becomes that of a part.

const DAY = 86_400_000;
const SIZES = { minute: 60_000, hour: 3_600_000, day: DAY };
const cut = (at, size) => new Date(Math.floor(at / size) * size);

function setup(db, rows) {
  db.minutes.createIndex({ page: 1, at: 1 }, { unique: true });
  for (const { page, at } of rows.hits) hit(db, page, at);
  addUp(db, new Date(0));
}

function hit(db, page, at) {
  db.minutes.updateOne({ page, at: cut(at, 60_000) }, { $inc: { hits: 1 } }, { upsert: true });
}

function addUp(db, from) {
  const slot = { page: "$page", day: { $dateTrunc: { date: "$at", unit: "day" } } };
  db.minutes.aggregate([
    { $match: { at: { $gte: from, $lt: cut(Date.now(), DAY) } } },
    { $group: { _id: slot, hits: { $sum: "$hits" } } },
    { $merge: { into: "days", whenMatched: "replace" } },
  ]);
}

function nightly(db) {
  addUp(db, new Date(Date.now() - 9 * DAY));
}

function chart(db, page, unit, from, to) {
  const found = new Map();
  for (const { at, hits } of db.minutes.find({ page, at: { $gte: from, $lt: to } }).toArray()) {
    const slot = cut(at, SIZES[unit]).getTime();
    found.set(slot, (found.get(slot) ?? 0) + hits);
  }
  if (unit === "day") {
    const days = db.days.find({ _id: { $gte: { page, day: from }, $lt: { page, day: to } } }).toArray();
    for (const { _id, hits } of days) found.set(_id.day.getTime(), hits);
  }
  return Array.from({ length: (to - from) / SIZES[unit] }, (_, i) => {
    const at = new Date(from.getTime() + i * SIZES[unit]);
    return { at, hits: found.get(at.getTime()) ?? 0 };
  });
}
