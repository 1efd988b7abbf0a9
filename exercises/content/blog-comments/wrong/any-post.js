// fails: history
// says: promised
// from: c-two-finds.js
// Takes comments to posts that do not exist.

function addComment(db, comment) {
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}
