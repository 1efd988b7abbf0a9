// fails: migrates
// says: the pages after the migration
// from: batches.js
// Writes a field without a value, so that it is no longer missing.

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const ids = db.nodes.find(missing, { _id: 1 }).limit(n).map(({ _id }) => _id).toArray();
  if (ids.length === 0) return 0;
  return db.nodes.updateMany({ _id: { $in: ids }, ...missing }, { $set: { short_description: null } }).modifiedCount;
}
