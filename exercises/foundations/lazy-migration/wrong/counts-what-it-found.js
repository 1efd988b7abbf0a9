// fails: rival
// says: and returned 5
// from: batches.js
// Returns how many pages it found, not how many it changed.

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const ids = db.nodes.find(missing, { _id: 1 }).limit(n).map(({ _id }) => _id).toArray();
  if (ids.length === 0) return 0;
  db.nodes.updateMany({ _id: { $in: ids }, ...missing }, { $set: { short_description: DEFAULT } });
  return ids.length;
}
