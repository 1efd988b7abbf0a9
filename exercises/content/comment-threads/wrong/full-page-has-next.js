// fails: history
// says: next
// from: a-path.js
// Promises a next page whenever the page is full.

function page(db, node, after, limit) {
  const comments = db.comments.find({ node, path: { $gt: after ?? "" } }, { ...shown, path: 1 }).sort({ path: 1 }).limit(limit).toArray();
  return { comments, next: comments.length === limit ? comments[limit - 1].path : null };
}
