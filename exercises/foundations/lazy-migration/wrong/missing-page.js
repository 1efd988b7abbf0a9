// fails: history
// says: getNode failed
// from: batches.js
// Fills in the default of a page that does not exist.

function getNode(db, url) {
  const node = db.nodes.findOne({ url });
  if (node.short_description === undefined) node.short_description = DEFAULT;
  return node;
}
