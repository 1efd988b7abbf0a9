// Each comment has the ids from the top as a path: a subtree is one range of an index.
// wins: When subtrees are often asked for and threads are deep: one index entry for each comment.

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

// Depth first; siblings by time, then by id.
function inOrder(comments) {
  const ids = new Set(comments.map(({ _id }) => _id));
  const below = new Map();
  for (const comment of comments) {
    const steps = comment.path.split(":");
    const parent = ids.has(steps.at(-2)) ? steps.at(-2) : null;
    if (!below.has(parent)) below.set(parent, []);
    below.get(parent).push({ ...comment, depth: steps.length - 1 });
  }
  const walk = (parent) =>
    (below.get(parent) ?? [])
      .sort((a, b) => a.created - b.created || (a._id < b._id ? -1 : 1))
      .flatMap((comment) => [comment, ...walk(comment._id)]);
  return walk(null);
}

function thread(db, id) {
  return inOrder(db.comments.find({ thread: id }).toArray());
}

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return inOrder([top, ...db.comments.find({ path: new RegExp(`^${top.path}:`) }).toArray()]);
}
