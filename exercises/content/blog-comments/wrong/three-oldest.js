// fails: history
// says: `newest[0]._id`
// from: a-newest-in-post.js
// Sorts the list upwards and keeps its first three: the oldest.

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
    { $inc: { count: 1 }, $push: { newest: { $each: newest([comment]), $sort: { created: 1, _id: 1 }, $slice: 3 } } },
  );
}
