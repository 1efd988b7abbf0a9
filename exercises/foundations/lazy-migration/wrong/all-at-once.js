// fails: migrates
// says: returned
// One update for everything, whatever n is.

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
  return db.nodes.updateMany(missing, { $set: { short_description: DEFAULT } }).modifiedCount;
}
