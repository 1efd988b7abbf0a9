// fails: history
// says: count` is
// from: d-shared-apart.js
// A comment reaches the copies in the feeds, and not the one place of a post that is in many.

function comment(db, comment) {
  const post = db.posts.findOne({ _id: comment.post });
  if (!post) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  db.feeds.updateMany(
    { "posts._id": post._id },
    { $inc: { "posts.$[copy].count": 1 }, $push: { "posts.$[copy].newest": push } },
    { arrayFilters: [{ "copy._id": post._id }] },
  );
  return true;
}
