// fails: history
// says: the right elements in another order
// from: c-joined.js
// Lists the newest first.

function thread(db, post) {
  return db.comments.find({ post }).sort({ at: -1, _id: -1 });
}
