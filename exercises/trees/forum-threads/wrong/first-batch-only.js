// fails: few-trips
// says: comments of
// Shows what comes with the first answer of the server, and asks for nothing more.

function setup(db, rows) {
  db.comments.createIndex({ thread: 1 });
  db.comments.createIndex({ ancestors: 1 });
  const parents = new Map(rows.comments.map(({ _id, parent }) => [_id, parent]));
  const above = (id) => (id === null ? [] : [...above(parents.get(id)), id]);
  if (parents.size > 0) db.comments.insertMany(rows.comments.map((comment) => ({ ...comment, ancestors: above(comment.parent) })));
}

function reply(db, thread, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent, thread });
  if (parent !== null && !above) return false;
  db.comments.insertOne({ ...comment, thread, parent, ancestors: above ? [...above.ancestors, parent] : [] });
  return true;
}

function inOrder(comments) {
  const ids = new Set(comments.map(({ _id }) => _id));
  const sorted = [...comments].sort((a, b) => a.created - b.created || (a._id < b._id ? -1 : 1));
  const walk = (parent) =>
    sorted
      .filter((comment) => (ids.has(comment.parent) ? comment.parent : null) === parent)
      .flatMap((comment) => [{ ...comment, depth: comment.ancestors.length }, ...walk(comment._id)]);
  return walk(null);
}

function thread(db, id) {
  return inOrder(db.runCommand({ find: "comments", filter: { thread: id } }).cursor.firstBatch);
}

function subtree(db, id) {
  return inOrder(db.comments.find({ $or: [{ _id: id }, { ancestors: id }] }).toArray());
}
