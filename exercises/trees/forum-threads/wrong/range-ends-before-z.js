// fails: history
// says: subtree(db
// from: path.js
// Ends the range of a subtree before `z`: comments whose id begins with it, or with a later letter, are missing.

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder([top, ...db.comments.find({ path: { $gte: `${top.path}:`, $lt: `${top.path}:z` } }).toArray()]);
}
