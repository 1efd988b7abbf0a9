// fails: months
// says: shows
// from: a-when-asked.js
// The next month begins with a moment that is not part of this one.

function report(db, month) {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  return db.events.aggregate([
    { $match: { time: { $gte: month, $lte: next } } },
    { $group: { _id: { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" }, hits: { $sum: 1 } } },
    { $sort: { "_id.day": 1, "_id.path": 1 } },
    { $project: { _id: 0, path: "$_id.path", day: "$_id.day", hits: 1 } },
  ]);
}

