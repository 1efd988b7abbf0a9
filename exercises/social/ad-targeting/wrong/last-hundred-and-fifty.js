// fails: history
// says: After 202 calls of seen
// from: a-pruned-list.js
// Prunes what is old, and keeps at most 150: a visitor can see 200 ads within 24 hours.

function seen(db, visitor, unit) {
  const since = new Date(Date.now() - DAY);
  const recent = { $filter: { input: { $ifNull: ["$seen", []] }, as: "one", cond: { $gt: ["$$one.at", since] } } };
  const added = [{ unit: { $literal: unit }, at: new Date() }];
  const seen = { $slice: [{ $concatArrays: [recent, added] }, -150] };
  db.visitors.updateOne({ _id: visitor }, [{ $set: { seen } }], { upsert: true });
}
