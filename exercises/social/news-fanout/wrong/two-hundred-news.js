// fails: many
// says: after setup has 200 posts
// from: a-collected.js
// Shows two hundred posts at most, whatever was asked for.

function news(db, reader, before, n) {
  const follows = db.members.findOne({ _id: reader })?.follows ?? [];
  const after = before && { $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $gt: before._id } }] };
  return db.posts.find({ author: { $in: follows }, ...after }).sort({ at: -1, _id: 1 }).limit(Math.min(n, 200));
}
