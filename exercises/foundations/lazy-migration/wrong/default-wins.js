// fails: history
// says: getNode(db
// from: batches.js
// The default overwrites what is there.

function getNode(db, url) {
  const node = db.nodes.findOne({ url });
  return node && { ...node, short_description: DEFAULT };
}
