// fails: rival
// says: was overwritten
// from: batches.js
// Updates by _id, and does not ask again whether the field is missing.

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const ids = db.nodes.find(missing, { _id: 1 }).limit(n).map(({ _id }) => _id).toArray();
  if (ids.length === 0) return 0;
  return db.nodes.updateMany({ _id: { $in: ids } }, { $set: { short_description: DEFAULT } }).modifiedCount;
}
