// fails: history
// says: trail(db
// from: ancestors.js
// Puts the parent at the wrong end of the list.

function addSubject(db, name, parent) {
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ _id: parent });
  if (!above) return false;
  const ancestors = parent === null ? [] : [parent, ...above.ancestors];
  try {
    db.subjects.insertOne({ _id: name, parent, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
