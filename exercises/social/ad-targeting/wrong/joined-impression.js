// fails: history
// says: not expected is
// from: b-impressions-expire.js
// One document for visitor and unit as one text: "x" and "a.b" are the same as "xa" and ".b".

function seen(db, visitor, unit) {
  const now = { $set: { visitor, unit, at: new Date() } };
  db.impressions.updateOne({ _id: visitor + unit }, now, { upsert: true });
}
