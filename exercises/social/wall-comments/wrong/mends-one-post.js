// fails: two-deaths
// says: after two clients died in comment, and repair
// from: b-subset-in-post.js
// The repair, which setup uses, too, ends at the first post that it has mended.

function repair(db) {
  for (const post of db.posts.find().toArray()) {
    const { _id } = post;
    const count = db.comments.countDocuments({ post: _id });
    if (post.count === count) continue;
    const newest = db.comments.find({ post: _id }).sort({ at: -1, _id: -1 }).limit(3).toArray().map(shown);
    db.posts.updateOne({ _id }, { $set: { count, newest } });
    if (post.count !== undefined) return;
  }
}
