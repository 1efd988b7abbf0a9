// fails: below
// says: "34db2" is shown below "34db"
// from: a-path.js
// Takes everything that begins with the path for what is below it.

function discussion(db, node, id) {
  const top = db.comments.findOne({ _id: id, node });
  if (!top) return [];
  return db.comments.find({ node, path: { $gte: top.path, $lt: top.path + "\uffff" } }, shown).sort({ path: 1 });
}
