// fails: missed-week
// says: shows 0
// from: c-raw-hits.js
// Rolls up yesterday, whenever the job ran last.

function nightly(db) {
  const today = dayOf(new Date());
  const since = db.rolled.findOne({ _id: "until" }).at.getTime() === 0 ? new Date(0) : new Date(today - DAY);
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
