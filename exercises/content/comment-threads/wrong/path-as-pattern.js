// fails: history
// says: discussion(db, 1
// from: a-path.js
// Takes the path for a pattern: a dot in an id stands for any character.

function discussion(db, node, id) {
  const top = db.comments.findOne({ _id: id, node });
  if (!top) return [];
  const escaped = top.path.replace(/[[\](){}*+?^$|\\]/g, "\\$&");
  return db.comments.find({ node, path: new RegExp(`^${escaped}(${SIGN}|$)`) }, shown).sort({ path: 1 });
}
