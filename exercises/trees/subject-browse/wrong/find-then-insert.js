// fails: rivals
// says: at the same moment
// from: ancestors.js
// Looks whether the name is there, and then adds it under an _id that is never taken.

function addSubject(db, name, parent) {
  if (db.subjects.findOne({ name }) || db.subjects.findOne({ _id: name })) return false;
  const above = parent === null ? { ancestors: [] } : db.subjects.findOne({ $or: [{ _id: parent }, { name: parent }] });
  if (!above) return false;
  db.subjects.insertOne({ name, parent, ancestors: parent === null ? [] : [...above.ancestors, parent] });
  return true;
}

const names = (cursor) => cursor.map(({ _id, name }) => name ?? _id).toArray();

function trail(db, name) {
  const subject = db.subjects.findOne({ $or: [{ _id: name }, { name }] });
  return subject ? [...subject.ancestors, name] : [];
}
