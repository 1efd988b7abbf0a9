// Pages get a short description, 100 at a time, while the site is up.

function setup(db, rows) {
  db.nodes.insertMany(rows.nodes);
}

const DEFAULT = "(none yet)";

function getNode(db, url) {
  return db.nodes.findOne({ url });
}

// the number of pages that got the default, at most n
function migrateBatch(db, n) {
  return db.nodes.updateMany({ short_description: { $exists: false } }, { $set: { short_description: DEFAULT } }).modifiedCount;
}

// Run shows how many pages one batch of 100 changes.
migrateBatch(db, 100);
