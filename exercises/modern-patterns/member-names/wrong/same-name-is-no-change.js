// fails: history
// says: returned false, promised true
// from: a-collation-in-each-query.js
// Takes a name that did not change for a refusal.

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name } }).modifiedCount === 1);
}
