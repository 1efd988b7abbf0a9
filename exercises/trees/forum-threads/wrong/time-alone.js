// fails: threads
// says: in another order
// Leaves comments of the same instant in any order.

function setup(db, rows) {
  db.comments.createIndex({ thread: 1, created: 1 });
  db.comments.insertMany(rows.comments);
}

function reply(db, thread, parent, comment) {
  if (parent !== null && !db.comments.findOne({ _id: parent, thread })) return false;
  db.comments.insertOne({ ...comment, thread, parent });
  return true;
}

function thread(db, id) {
  const below = new Map();
  db.comments.find({ thread: id }).sort({ created: 1 }).forEach((comment) => {
    if (!below.has(comment.parent)) below.set(comment.parent, []);
    below.get(comment.parent).push(comment);
  });
  const walk = (parent, depth) =>
    (below.get(parent) ?? []).flatMap((comment) => [{ ...comment, depth }, ...walk(comment._id, depth + 1)]);
  return walk(null, 0);
}

function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  const all = thread(db, top.thread);
  const from = all.findIndex((comment) => comment._id === id);
  const end = all.findIndex((comment, i) => i > from && comment.depth <= all[from].depth);
  return all.slice(from, end < 0 ? all.length : end);
}
