// Pages get a short description. The website stays up meanwhile, and never shows a page without one.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
}

const DEFAULT = "(none yet)";

function getNode(db, url) {
  return db.nodes.findOne({ url });
}

// how many pages got the default in this call, at most n
function migrateBatch(db, n) {
  return db.nodes.updateMany({ short_description: { $exists: false } }, { $set: { short_description: DEFAULT } }).modifiedCount;
}
