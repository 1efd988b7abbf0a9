// Reads the first thousand comments of a thread.
// fails: history
// says: After 1002 calls of comment
// from: c-joined.js

function thread(db, post) {
  return db.comments.find({ post }).sort({ at: 1, _id: 1 }).limit(1000);
}
