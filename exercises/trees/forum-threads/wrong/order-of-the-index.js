// fails: history
// says: thread(db
// Sorts by time alone: the rest is as the index happens to give it.

function setup(db, rows) {
  db.comments.createIndex({ thread: 1, path: 1 });
  const byId = new Map(rows.comments.map((comment) => [comment._id, comment]));
  const path = ({ _id, parent }) => (parent === null ? `${_id}:` : `${path(byId.get(parent))}${_id}:`);
  db.comments.insertMany(rows.comments.map((comment) => ({ ...comment, path: path(comment) })));
}

function reply(db, thread, parent, comment) {
  const above = parent === null ? { path: "" } : db.comments.findOne({ _id: parent, thread });
  if (!above) return false;
  db.comments.insertOne({ ...comment, thread, parent, path: `${above.path}${comment._id}:` });
  return true;
}

function inOrder(comments, top) {
  const shown = (comment) => [{ ...comment, depth: comment.path.split(":").length - 2 }, ...below(comment._id)];
  const below = (id) =>
    comments
      .filter(({ parent }) => parent === id)
      .sort((a, b) => a.created - b.created)
      .flatMap(shown);
  return top ? shown(top) : below(null);
}

function thread(db, id) {
  return inOrder(db.comments.find({ thread: id }).toArray());
}

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder(db.comments.find({ thread: top.thread, path: new RegExp(`^${top.path}`) }).toArray(), top);
}
