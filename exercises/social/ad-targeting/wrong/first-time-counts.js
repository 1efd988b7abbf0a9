// fails: history
// says: not expected is
// from: c-map-of-times.js
// Remembers the first time that a unit was seen, not the last.

function seen(db, visitor, unit) {
  if (lately(db, visitor).includes(unit)) return;
  const last = { $setField: { field: { $literal: unit }, input: { $ifNull: ["$last", {}] }, value: new Date() } };
  db.visitors.updateOne({ _id: visitor }, [{ $set: { last } }], { upsert: true });
}
