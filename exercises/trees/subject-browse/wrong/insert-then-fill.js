// fails: rivals
// says: at the same moment
// from: ancestors.js
// Stores the subject first and its ancestors afterwards: in between it is nowhere below them.

function addSubject(db, name, parent) {
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ _id: parent });
  if (!above) return false;
  try {
    db.subjects.insertOne({ _id: name, parent, ancestors: [] });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  if (parent !== null) db.subjects.updateOne({ _id: name }, { $set: { ancestors: [...above.ancestors, parent] } });
  return true;
}
