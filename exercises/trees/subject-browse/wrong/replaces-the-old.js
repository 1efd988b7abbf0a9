// fails: history
// says: returned true, promised false
// from: ancestors.js
// Writes over a subject of the same name.

function addSubject(db, name, parent) {
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ _id: parent });
  if (!above) return false;
  const ancestors = parent === null ? [] : [...above.ancestors, parent];
  try {
    db.subjects.replaceOne({ _id: name }, { _id: name, parent, ancestors }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
