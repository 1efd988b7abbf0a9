// fails: history
// says: missing is { at
// from: b-new-sessions.js
// Takes what is greater than the beginning: a session on the hour is in no hour.

function sum(db, level, { user, at }) {
  const end = ENDS[level](at);
  const below = { day: "hour", month: "day" }[level];
  const match = below ? { _id: { $gte: { user, at }, $lt: { user, at: end } } } : { user, at: { $gt: at, $lt: end } };
  const [total, count] = below ? ["$total", "$count"] : ["$length", 1];
  db.getCollection(below ?? "sessions").aggregate([
    { $match: match },
    { $group: { _id: { user: { $literal: user }, at: { $literal: at } }, total: { $sum: total }, count: { $sum: count } } },
    { $merge: { into: level, whenMatched: "replace" } },
  ]);
}
