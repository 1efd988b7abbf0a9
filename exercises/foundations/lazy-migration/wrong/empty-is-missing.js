// fails: history
// says: getNode(db
// from: batches.js
// Takes an empty description for a missing one.

function getNode(db, url) {
  const node = db.nodes.findOne({ url });
  return node && { ...node, short_description: node.short_description || DEFAULT };
}
