// fails: feeds
// says: news(db,
// from: a-collected.js
// The next page begins before the last post's time: others of the same time are skipped.

function news(db, reader, before, n) {
  const follows = db.members.findOne({ _id: reader })?.follows ?? [];
  return db.posts.find({ author: { $in: follows }, ...(before && { at: { $lt: before.at } }) }).sort({ at: -1, _id: 1 }).limit(n);
}
