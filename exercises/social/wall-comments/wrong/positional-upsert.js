// fails: history
// says: failed: MongoServerError: The positional operator did no
// from: a-copies-in-feeds.js
// Upserts through `$`: where no feed shows the post, there is no place to go to.

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  for (const { _id } of db.feeds.find({}, { _id: 1 }).toArray()) {
    db.feeds.updateOne({ _id, "posts._id": comment.post }, { $inc: { "posts.$.count": 1 }, $push: { "posts.$.newest": push } }, { upsert: true });
  }
  return true;
}
