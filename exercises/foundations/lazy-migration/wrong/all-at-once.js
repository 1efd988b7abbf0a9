// fails: migrates
// says: returned
// from: batches.js
// One update for everything, whatever n is.

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  return db.nodes.updateMany(missing, { $set: { short_description: DEFAULT } }).modifiedCount;
}
