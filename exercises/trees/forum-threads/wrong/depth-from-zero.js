// fails: history
// says: subtree(db
// from: path.js
// Counts the depth from the comment that was asked for.

// Depth first; siblings by time, then by id.
function inOrder(comments) {
  const ids = new Set(comments.map(({ _id }) => _id));
  const below = new Map();
  for (const comment of comments) {
    const steps = comment.path.split(":");
    const parent = ids.has(steps.at(-2)) ? steps.at(-2) : null;
    if (!below.has(parent)) below.set(parent, []);
    below.get(parent).push({ ...comment, depth: 0 });
  }
  const walk = (parent, depth) =>
    (below.get(parent) ?? [])
      .sort((a, b) => a.created - b.created || (a._id < b._id ? -1 : 1))
      .flatMap((comment) => [{ ...comment, depth }, ...walk(comment._id, depth + 1)]);
  return walk(null, 0);
}
