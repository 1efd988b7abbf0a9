// fails: history
// says: failed: MongoServerError: Cannot create field 'b' in ele
// from: c-map-of-times.js
// Uses the unit as part of a path: a dot in its name is a level.

function seen(db, visitor, unit) {
  if (unit.startsWith("$")) unit = "_" + unit;
  db.visitors.updateOne({ _id: visitor }, { $set: { [`last.${unit}`]: new Date() } }, { upsert: true });
}

function lately(db, visitor) {
  const since = new Date(Date.now() - DAY);
  const map = Object.entries(db.visitors.findOne({ _id: visitor })?.last ?? {});
  return map.filter(([, at]) => at > since).map(([unit]) => unit.replace(/^_\$/, "$"));
}
