// fails: history
// says: not expected is
// from: a-pruned-list.js
// Appends a unit only if it is not in the list: one that is shown again keeps its first time.

function seen(db, visitor, unit) {
  const since = new Date(Date.now() - DAY);
  const recent = { $filter: { input: { $ifNull: ["$seen", []] }, as: "one", cond: { $gt: ["$$one.at", since] } } };
  const added = { unit: { $literal: unit }, at: new Date() };
  const isThere = { $in: [{ $literal: unit }, "$seen.unit"] };
  const stages = [
    { $set: { seen: recent } },
    { $set: { seen: { $concatArrays: ["$seen", { $cond: [isThere, [], [added]] }] } } },
  ];
  db.visitors.updateOne({ _id: visitor }, stages, { upsert: true });
}
