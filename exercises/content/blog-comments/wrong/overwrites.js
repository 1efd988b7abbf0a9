// fails: kept
// says: after another comment with the _id
// A comment with a known _id replaces the one that is stored.

function setup(db, rows) {
  db.posts.insertMany(rows.posts);
  db.comments.createIndexes([{ post: 1, created: 1, _id: 1 }, { user: 1, created: 1, _id: 1 }]);
  if (rows.comments.length) db.comments.insertMany(rows.comments, { ordered: false });
}
function addComment(db, c) {
  if (!db.posts.findOne({ _id: c.post }, { _id: 1 })) return;
  db.comments.updateOne({ _id: c._id }, { $set: { post: c.post, user: c.user, text: c.text, created: c.created } }, { upsert: true });
}
function postPage(db, id) {
  return db.posts.aggregate([
    { $match: { _id: { $eq: id } } },
    { $lookup: { from: "comments", localField: "_id", foreignField: "post", pipeline: [{ $sort: { created: -1, _id: -1 } }, { $limit: 3 }], as: "newest" } },
    { $lookup: { from: "comments", localField: "_id", foreignField: "post", pipeline: [{ $count: "n" }], as: "n" } },
    { $set: { count: { $ifNull: [{ $first: "$n.n" }, 0] } } },
  ]).toArray()[0] ?? null;
}
const sorted = (c) => c.sort({ created: -1, _id: -1 });
function commentsOf(db, id, skip, limit) { return sorted(db.comments.find({ post: id })).skip(skip).limit(limit).toArray(); }
function commentsBy(db, user, n) { return sorted(db.comments.find({ user })).limit(n).toArray(); }
