// Readers fill in the default; a job asks for n ids and updates those that still lack the field.
// wins: When the collection is of moderate size and one more index is not worth it.

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
  return db.nodes.updateMany({ _id: { $in: ids }, ...missing }, { $set: { short_description: DEFAULT } }).modifiedCount;
}
