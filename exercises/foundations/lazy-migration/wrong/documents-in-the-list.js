// fails: migrates
// says: returned 0
// from: batches.js
// Puts documents where ids belong, so that nothing matches.

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const ids = db.nodes.find(missing, { _id: 1 }).limit(n).toArray();
  if (ids.length === 0) return 0;
  return db.nodes.updateMany({ _id: { $in: ids }, ...missing }, { $set: { short_description: DEFAULT } }).modifiedCount;
}
