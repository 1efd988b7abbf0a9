// fails: history
// says: edit(db, 'nowhere'
// from: a-one-of.js
// Creates the node that somebody wanted to edit.

function edit(db, id, set) {
  try {
    db.nodes.updateOne({ _id: id }, { $set: set }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 121) return false;
    throw error;
  }
}
