// fails: history
// says: has the right elements in another order
// from: b-subset-in-post.js
// Puts each comment in front, however late it comes.

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  db.posts.updateOne({ _id: comment.post }, { $inc: { count: 1 }, $push: { newest: { $each: [shown(comment)], $position: 0, $slice: 3 } } });
  return true;
}
