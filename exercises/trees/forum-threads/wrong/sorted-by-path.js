// fails: threads
// says: thread(db
// Takes the order of the paths for the order of reading.

function setup(db, rows) {
  db.comments.createIndex({ thread: 1 });
  db.comments.createIndex({ path: 1 });
  const parents = new Map(rows.comments.map(({ _id, parent }) => [_id, parent]));
  const path = (id) => (parents.get(id) === null ? id : `${path(parents.get(id))}:${id}`);
  if (parents.size > 0) db.comments.insertMany(rows.comments.map(({ parent, ...comment }) => ({ ...comment, path: path(comment._id) })));
}

function reply(db, thread, parent, comment) {
  if (parent === null) {
    db.comments.insertOne({ ...comment, thread, path: comment._id });
    return true;
  }
  const above = db.comments.findOne({ _id: parent, thread });
  if (!above) return false;
  db.comments.insertOne({ ...comment, thread, path: `${above.path}:${comment._id}` });
  return true;
}

function inOrder(comments) {
  return comments
    .map((comment) => ({ ...comment, depth: comment.path.split(":").length - 1 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function thread(db, id) {
  return inOrder(db.comments.find({ thread: id }).toArray());
}

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder([top, ...db.comments.find({ path: new RegExp(`^${top.path}:`) }).toArray()]);
}
