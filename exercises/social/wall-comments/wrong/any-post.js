// fails: history
// says: returned true, promised false
// from: c-joined.js
// Takes comments on posts that do not exist.

function comment(db, comment) {
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  return true;
}
