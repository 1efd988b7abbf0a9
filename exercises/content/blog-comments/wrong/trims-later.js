// fails: readers
// says: it was
// from: a-newest-in-post.js
// Adds the comment, then sorts and cuts the list in a second update: in between the page shows four.

function addComment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return;
    throw error;
  }
  db.posts.updateOne({ _id: comment.post }, { $inc: { count: 1 }, $push: { newest: newest([comment])[0] } });
  db.posts.updateOne({ _id: comment.post }, { $push: { newest: { $each: [], $sort: { created: -1, _id: -1 }, $slice: 3 } } });
}
