// fails: history
// says: missing is
// from: ancestors.js
// A new subject gets its parent, and no grandparents.

function addSubject(db, name, parent) {
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ _id: parent });
  if (!above) return false;
  const ancestors = parent === null ? [] : [parent];
  try {
    db.subjects.insertOne({ _id: name, parent, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
