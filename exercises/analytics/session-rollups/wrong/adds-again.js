// fails: history
// says: `[3].total` is
// from: a-open-hours-again.js
// Adds the sums to those that are there: every rollup counts the open hours once more.

function sum(db, from, unit, since, total, count) {
  const [{ begin } = {}] = db.aggregate([{ $documents: [{ begin: { $dateTrunc: { date: since, unit } } }] }]).toArray();
  const of = from === "sessions" ? { user: "$user", at: "$at" } : { user: "$_id.user", at: "$_id.at" };
  const add = [{ $set: { total: { $add: ["$total", "$$new.total"] }, count: { $add: ["$count", "$$new.count"] } } }];
  db.getCollection(from).aggregate([
    { $match: { [of.at.slice(1)]: { $gte: begin } } },
    { $group: { _id: { user: of.user, at: { $dateTrunc: { date: of.at, unit } } }, total: { $sum: total }, count: { $sum: count } } },
    { $merge: { into: unit, whenMatched: add } },
  ]);
}
