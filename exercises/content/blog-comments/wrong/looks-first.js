// fails: rivals
// says: `count` is
// from: a-newest-in-post.js
// Looks whether the comment is there, then counts it: two senders look before either writes.

function addComment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 }) || db.comments.findOne({ _id: comment._id })) return;
  db.comments.updateOne({ _id: comment._id }, { $setOnInsert: comment }, { upsert: true });
  db.posts.updateOne(
    { _id: comment.post },
    { $inc: { count: 1 }, $push: { newest: { $each: newest([comment]), $sort: { created: -1, _id: -1 }, $slice: 3 } } },
  );
}
