// fails: months
// says: has no row for
// from: b-merged-hourly.js
// `$out` leaves nothing but what was counted last.

function refresh(db) {
  const day = 86_400_000;
  const since = new Date(Math.floor(new Date().getTime() / day - 4) * day);
  db.events.aggregate([
    { $match: { time: { $gte: since } } },
    { $group: { _id: { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" }, hits: { $sum: 1 } } },
    { $out: "days" },
  ]);
}
