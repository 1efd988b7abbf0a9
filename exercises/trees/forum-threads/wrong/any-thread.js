// fails: history
// says: reply(db
// from: ancestors.js
// Looks for the parent in every thread.

function reply(db, thread, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent });
  if (parent !== null && !above) return false;
  db.comments.insertOne({ ...comment, thread, parent, ancestors: above ? [...above.ancestors, parent] : [] });
  return true;
}
