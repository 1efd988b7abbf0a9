// fails: history
// says: subtree(db
// from: path.js
// A prefix without the character that ends an id: what is below x12 appears under x1.

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder(db.comments.find({ path: new RegExp(`^${top.path}`) }).toArray());
}
