// fails: history
// says: children(db
// from: ancestors.js
// Asks for an ancestor where the parent is meant.

function children(db, name) {
  return names(db.subjects.find({ ancestors: name }));
}
