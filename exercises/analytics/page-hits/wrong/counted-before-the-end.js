// fails: hits
// says: shows
// from: c-raw-hits.js
// Rolls up the hits of today as well, and takes them for complete.

function nightly(db) {
  const today = dayOf(new Date());
  const since = db.rolled.findOne({ _id: "until" }).at;
  for (const [unit, into] of [["hour", "hours"], ["day", "days"]]) {
    db.hits.aggregate([
      { $match: { at: { $gte: since, $lte: new Date() } } },
      { $group: { _id: { page: "$page", at: { $dateTrunc: { date: "$at", unit } } }, hits: { $sum: 1 } } },
      { $merge: { into, whenMatched: "replace" } },
    ]);
  }
  db.rolled.updateOne({ _id: "until" }, { $max: { at: new Date(today.getTime() + DAY) } });
  db.hours.deleteMany({ "_id.at": { $lt: new Date(today - 31 * DAY) } });
}
