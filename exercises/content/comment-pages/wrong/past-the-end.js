// fails: history
// says: list(db
// from: c-document-per-comment.js
// Shows the last page again to those who ask for one behind it.

function list(db, node, skip, limit) {
  const size = count(db, node);
  const from = skip < size ? skip : Math.max(0, size - limit);
  return db.comments.find({ node }).sort({ posted: 1, _id: 1 }).skip(from).limit(limit);
}
