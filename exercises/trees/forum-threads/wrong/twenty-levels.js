// fails: history
// says: of reply, the last of them
// from: whole-thread.js
// Shows twenty levels: deeper comments are missing.

function thread(db, id) {
  const below = new Map();
  db.comments.find({ thread: id }).sort({ created: 1, _id: 1 }).forEach((comment) => {
    if (!below.has(comment.parent)) below.set(comment.parent, []);
    below.get(comment.parent).push(comment);
  });
  const walk = (parent, depth) =>
    (depth < 20 ? (below.get(parent) ?? []) : []).flatMap((comment) => [{ ...comment, depth }, ...walk(comment._id, depth + 1)]);
  return walk(null, 0);
}
