// Comments in a collection; the server joins the three newest and counts the rest, in one trip.
// wins: When people comment as often as they read.
// stars: one-trip, growth

function setup(db, rows) {
  db.comments.createIndex({ post: 1, created: -1, _id: -1 });
  db.comments.createIndex({ user: 1, created: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
}

function addComment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return;
  db.comments.updateOne({ _id: comment._id }, { $setOnInsert: comment }, { upsert: true });
}

function postPage(db, id) {
  const join = (pipeline, as) => ({ $lookup: { from: "comments", localField: "_id", foreignField: "post", pipeline, as } });
  const [page] = db.posts.aggregate([
    { $match: { _id: id } },
    join([{ $sort: { created: -1, _id: -1 } }, { $limit: 3 }], "newest"),
    join([{ $count: "count" }], "counted"),
    { $set: { count: { $ifNull: [{ $first: "$counted.count" }, 0] } } },
  ]).toArray();
  return page ?? null;
}

function commentsOf(db, id, skip, limit) {
  return db.comments.find({ post: id }).sort({ created: -1, _id: -1 }).skip(skip).limit(limit);
}

function commentsBy(db, user, n) {
  return db.comments.find({ user }).sort({ created: -1, _id: -1 }).limit(n);
}
