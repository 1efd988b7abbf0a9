// fails: history
// says: reply(db
// from: a-path.js
// Takes a comment of another node for the parent.

function reply(db, node, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent });
  if (parent !== null && !above) return false;
  db.comments.insertOne({ ...placed(comment, above), node, parent });
  return true;
}
