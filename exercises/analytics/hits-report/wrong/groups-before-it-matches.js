// fails: month-only
// says: documents; the month has
// from: a-when-asked.js
// Groups all events there are, and then picks the month.

function report(db, month) {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  return db.events.aggregate([
    { $group: { _id: { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" }, hits: { $sum: 1 } } },
    { $match: { "_id.day": { $gte: month, $lt: next } } },
    { $sort: { "_id.day": 1, "_id.path": 1 } },
    { $project: { _id: 0, path: "$_id.path", day: "$_id.day", hits: 1 } },
  ]);
}
