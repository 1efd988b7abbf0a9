// fails: rivals
// says: create
// from: a-one-of.js
// Looks whether the `_id` is free, then inserts: two programs create one node.

function create(db, node) {
  if (db.nodes.findOne({ _id: node._id }, { _id: 1 })) return false;
  try {
    db.nodes.insertOne(node);
    return true;
  } catch (error) {
    if (error.code === 121) return false;
    throw error;
  }
}
