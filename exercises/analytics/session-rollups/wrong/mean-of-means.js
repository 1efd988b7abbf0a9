// fails: history
// says: mean` is
// from: a-open-hours-again.js
// The mean of a day is the mean of its hours, whether an hour has one session or twenty.

function sum(db, from, unit, since, total, count) {
  const [{ begin } = {}] = db.aggregate([{ $documents: [{ begin: { $dateTrunc: { date: since, unit } } }] }]).toArray();
  const of = from === "sessions" ? { user: "$user", at: "$at" } : { user: "$_id.user", at: "$_id.at" };
  const mean = { $avg: from === "sessions" ? "$length" : "$mean" };
  db.getCollection(from).aggregate([
    { $match: { [of.at.slice(1)]: { $gte: begin } } },
    { $group: { _id: { user: of.user, at: { $dateTrunc: { date: of.at, unit } } }, total: { $sum: total }, count: { $sum: count }, mean } },
    { $merge: { into: unit, whenMatched: "replace" } },
  ]);
}

function totals(db, level, user, from, to) {
  const found = db.getCollection(level).find({ _id: { $gte: { user, at: from }, $lt: { user, at: to } } }).sort({ _id: 1 });
  return found.map(({ _id, total, count, mean }) => ({ at: _id.at, total, count, mean }));
}
