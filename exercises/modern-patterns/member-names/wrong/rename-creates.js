// fails: history
// says: returned true, promised false
// from: a-collation-in-each-query.js
// An upsert stores a member that nobody has registered.

function rename(db, id, name) {
  return unlessTaken(() => db.members.updateOne({ _id: id }, { $set: { name } }, { upsert: true }).acknowledged);
}
