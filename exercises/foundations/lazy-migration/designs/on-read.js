// A page is brought up to date when it is read, under the same guard; the job deals with pages that nobody reads.
// wins: When most pages are never read again, and what is read should be right at once.

const DEFAULT = "(none yet)";

function setup(db, rows) {
  db.nodes.createIndex({ url: 1 }, { unique: true });
  db.nodes.insertMany(rows.nodes);
}

function getNode(db, url) {
  const node = db.nodes.findOne({ url });
  if (!node || "short_description" in node) return node;
  // If somebody was faster, the page is shown once more without the new words, and never loses them.
  db.nodes.updateOne({ _id: node._id, short_description: { $exists: false } }, { $set: { short_description: DEFAULT } });
  return { ...node, short_description: DEFAULT };
}

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const ids = db.nodes.find(missing, { _id: 1 }).limit(n).map(({ _id }) => _id).toArray();
  if (ids.length === 0) return 0;
  return db.nodes.updateMany({ _id: { $in: ids }, ...missing }, { $set: { short_description: DEFAULT } }).modifiedCount;
}
