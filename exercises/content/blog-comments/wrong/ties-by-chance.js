// fails: history
// says: Asked again with all indexes dropped
// from: c-two-finds.js
// Sorts by date alone.

function commentsOf(db, id, skip, limit) {
  return db.comments.find({ post: id }).sort({ created: -1 }).skip(skip).limit(limit);
}
