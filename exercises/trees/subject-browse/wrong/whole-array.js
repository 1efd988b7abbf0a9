// fails: history
// says: descendants(db
// from: ancestors.js
// Compares the whole array of ancestors.

function descendants(db, name) {
  return names(db.subjects.find({ ancestors: [name] }));
}
