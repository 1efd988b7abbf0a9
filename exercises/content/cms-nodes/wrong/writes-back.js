// fails: rivals
// says: at the same moment
// from: a-one-of.js
// Reads the node, changes it, and writes all of it back over what others wrote meanwhile.

function edit(db, id, set) {
  const node = db.nodes.findOne({ _id: id });
  if (!node) return false;
  try {
    return db.nodes.replaceOne({ _id: id }, { ...node, ...set }).matchedCount === 1;
  } catch (error) {
    if (error.code === 121) return false;
    throw error;
  }
}
