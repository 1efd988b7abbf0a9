// fails: history
// says: edit(db
// from: a-one-of.js
// Returns false for an edit that changes nothing.

function edit(db, id, set) {
  try {
    return db.nodes.updateOne({ _id: id }, { $set: set }).modifiedCount === 1;
  } catch (error) {
    if (error.code === 121) return false;
    throw error;
  }
}
