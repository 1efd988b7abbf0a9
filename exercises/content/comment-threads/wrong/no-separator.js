// fails: history
// says: discussion(db, 1
// from: a-path.js
// Takes everything that begins with the path for what is below it.

function discussion(db, node, id) {
  const top = db.comments.findOne({ _id: id, node });
  if (!top) return [];
  return db.comments.find({ node, path: { $gte: top.path, $lt: top.path + "\uffff" } }, shown).sort({ path: 1 });
}
