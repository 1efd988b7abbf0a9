// fails: rivals
// says: `count` is
// from: a-newest-in-post.js
// Reads the post, changes it in JavaScript and writes it back.

function addComment(db, comment) {
  const post = db.posts.findOne({ _id: comment.post });
  if (!post) return;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return;
    throw error;
  }
  const list = newest([...post.newest, comment]).sort((a, b) => b.created - a.created || (a._id < b._id ? 1 : -1)).slice(0, 3);
  db.posts.updateOne({ _id: post._id }, { $set: { count: post.count + 1, newest: list } });
}
