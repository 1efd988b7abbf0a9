// fails: months
// says: the events make
// from: b-merged-hourly.js
// Adds what it has counted to what was there: at each run once more.

// Counts the events since a moment again, and replaces the sums of their days.
function recount(db, since) {
  db.events.aggregate([
    { $match: { time: { $gte: since } } },
    { $group: { _id: { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" }, hits: { $sum: 1 } } },
    { $merge: { into: "days", whenMatched: [{ $set: { hits: { $add: ["$hits", "$$new.hits"] } } }] } },
  ]);
}

