// fails: history
// says: thread(db
// from: path.js
// Compares ids as numbers.

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
      .sort((a, b) => a.created - b.created || (Number(a._id) - Number(b._id)))
      .flatMap((comment) => [comment, ...walk(comment._id)]);
  return walk(null);
}
