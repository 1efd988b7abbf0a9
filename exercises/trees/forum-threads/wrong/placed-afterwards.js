// fails: rivals
// says: at the same moment
// from: ancestors.js
// Stores an answer first, and the comments above it in a second write.

function reply(db, thread, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent, thread });
  if (parent !== null && !above) return false;
  db.comments.insertOne({ ...comment, thread, parent, ancestors: [] });
  db.comments.updateOne({ _id: comment._id }, { $set: { ancestors: above ? [...above.ancestors, parent] : [] } });
  return true;
}
