// fails: history
// says: subtree(db
// from: path.js
// An expression that is not anchored at the start finds the id anywhere.

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder([top, ...db.comments.find({ path: new RegExp(`${id}:`) }).toArray()]);
}
