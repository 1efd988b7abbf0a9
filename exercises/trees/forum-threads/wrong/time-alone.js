// fails: history
// says: thread(db
// from: whole-thread.js
// Leaves comments of the same instant in any order.

function setup(db, rows) {
  db.comments.createIndex({ thread: 1, created: 1 });
  db.comments.insertMany(rows.comments);
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
