// fails: history
// says: thread(db
// from: path.js
// Takes the order of the paths for the order of reading.

function inOrder(comments) {
  return comments
    .map((comment) => ({ ...comment, depth: comment.path.split(":").length - 1 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
