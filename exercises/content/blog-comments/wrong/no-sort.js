// fails: history
// says: `newest`
// from: a-newest-in-post.js
// Puts each comment in front, however late it comes.

function addComment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return;
    throw error;
  }
  db.posts.updateOne(
    { _id: comment.post },
    { $inc: { count: 1 }, $push: { newest: { $each: newest([comment]), $position: 0, $slice: 3 } } },
  );
}
