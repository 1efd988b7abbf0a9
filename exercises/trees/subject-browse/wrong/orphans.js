// fails: history
// says: returned true, promised false
// from: ancestors.js
// Accepts any parent without a check.

function addSubject(db, name, parent) {
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ _id: parent });
  const ancestors = parent === null ? [] : [...(above?.ancestors ?? []), parent];
  try {
    db.subjects.insertOne({ _id: name, parent, ancestors });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
