// fails: history
// says: thread(db
// from: path.js
// Treats the order of the paths as the reading order.

function inOrder(comments) {
  return comments
    .map((comment) => ({ ...comment, depth: comment.path.split(":").length - 1 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
