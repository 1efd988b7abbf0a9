// fails: history
// says: not expected
// from: ancestors.js
// Counts a subject among its own descendants.

function descendants(db, name) {
  return names(db.subjects.find({ $or: [{ _id: name }, { ancestors: name }] }));
}
