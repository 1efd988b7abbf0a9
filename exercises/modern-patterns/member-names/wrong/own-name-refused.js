// fails: history
// says: returned false, promised true
// from: a-collation-in-each-query.js
// Looks for the new name first, and finds the member itself.

function rename(db, id, name) {
  if (member(db, name)) return false;
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name } }).matchedCount === 1);
}
