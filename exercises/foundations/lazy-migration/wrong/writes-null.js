// fails: migrates
// says: the pages after the migration
// Writes a field without a value, so that it is no longer missing.

const DEFAULT = "(none yet)";

function setup(db, rows) {
  db.nodes.createIndex({ url: 1 }, { unique: true });
  db.nodes.insertMany(rows.nodes);
}

function getNode(db, url) {
  const node = db.nodes.findOne({ url });
  return node && { short_description: DEFAULT, ...node };
}

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const ids = db.nodes.find(missing, { _id: 1 }).limit(n).map(({ _id }) => _id).toArray();
  if (ids.length === 0) return 0;
  return db.nodes.updateMany({ _id: { $in: ids }, ...missing }, { $set: { short_description: null } }).modifiedCount;
}
