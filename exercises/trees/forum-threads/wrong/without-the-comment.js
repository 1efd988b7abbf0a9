// fails: history
// says: subtree(db
// from: path.js
// Returns what is below the comment, without the comment.

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder(db.comments.find({ path: new RegExp(`^${top.path}:`) }).toArray());
}
