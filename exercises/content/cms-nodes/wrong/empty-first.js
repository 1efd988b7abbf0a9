// fails: rivals
// says: create
// from: a-one-of.js
// Stores an empty node first and fills it afterwards, past the rules until then.

function create(db, node) {
  try {
    db.nodes.insertOne({ _id: node._id }, { bypassDocumentValidation: true });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  if (db.nodes.replaceOne({ _id: node._id }, node).matchedCount === 1 && !invalid(db).includes(node._id)) return true;
  db.nodes.deleteOne({ _id: node._id });
  return false;
}
