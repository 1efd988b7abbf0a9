// fails: crash
// says: it was sent again
// from: b-fan-out.js
// Takes a post that is stored for one that has been copied.

function post(db, post) {
  try {
    db.posts.insertOne({ ...post, sent: true });
  } catch (error) {
    if (error.code === 11000) return;
    throw error;
  }
  send(db, post);
}
