// fails: history
// says: list(db
// from: c-document-per-comment.js
// Returns the last page again when a later one is asked for.

function list(db, node, skip, limit) {
  const size = count(db, node);
  const from = skip < size ? skip : Math.max(0, size - limit);
  return db.comments.find({ node }).sort({ posted: 1, _id: 1 }).skip(from).limit(limit);
}
