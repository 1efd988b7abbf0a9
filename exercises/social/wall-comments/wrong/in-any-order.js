// fails: history
// says: the right elements in another order
// from: b-subset-in-post.js
// Returns the posts as the second find brings them.

function feed(db, id) {
  const ids = db.feeds.findOne({ _id: id })?.posts ?? [];
  return db.posts.find({ _id: { $in: ids } }).toArray();
}
