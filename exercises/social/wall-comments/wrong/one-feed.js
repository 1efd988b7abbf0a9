// fails: history
// says: count` is
// from: a-copies-in-feeds.js
// `updateOne` changes the copies of one feed.

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  db.feeds.updateOne(
    { "posts._id": comment.post },
    { $inc: { "posts.$[copy].count": 1 }, $push: { "posts.$[copy].newest": push } },
    { arrayFilters: [{ "copy._id": comment.post }] },
  );
  return true;
}
