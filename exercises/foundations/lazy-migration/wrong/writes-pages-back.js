// fails: rival
// says: an editor renamed
// from: batches.js
// Writes the pages back as they were read, with the default in them: what an editor changed meanwhile is lost.

function migrateBatch(db, n) {
  const missing = { short_description: { $exists: false } };
  const nodes = db.nodes.find(missing).limit(n).toArray();
  const write = (node) => ({ replaceOne: { filter: { _id: node._id, ...missing }, replacement: { ...node, short_description: DEFAULT } } });
  return nodes.length === 0 ? 0 : db.nodes.bulkWrite(nodes.map(write)).modifiedCount;
}
