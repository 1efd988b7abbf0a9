// All comments are in their post, newest first: one write for a comment, and a page that reads all of them.
// wins: When posts have a few dozen comments at most.
// stars: one-trip

function setup(db, rows) {
  const posts = new Map(rows.posts.map((post) => [post._id, { ...post, comments: [] }]));
  for (const { post, ...comment } of rows.comments) posts.get(post).comments.push(comment);
  for (const { comments } of posts.values()) comments.sort((a, b) => b.created - a.created || (a._id < b._id ? 1 : -1));
  db.posts.insertMany([...posts.values()]);
  db.posts.createIndex({ "comments.user": 1 });
}

function addComment(db, { post, ...comment }) {
  db.posts.updateOne(
    { _id: post, "comments._id": { $ne: comment._id } },
    { $push: { comments: { $each: [comment], $sort: { created: -1, _id: -1 } } } },
  );
}

function postPage(db, id) {
  const [page] = db.posts.aggregate([
    { $match: { _id: id } },
    { $project: { title: 1, text: 1, count: { $size: "$comments" }, newest: { $slice: ["$comments", 3] } } },
  ]).toArray();
  return page ?? null;
}

function commentsOf(db, id, skip, limit) {
  return db.posts.findOne({ _id: id }, { comments: { $slice: [skip, limit] } })?.comments ?? [];
}

function commentsBy(db, user, n) {
  return db.posts.aggregate([
    { $match: { "comments.user": user } },
    { $unwind: "$comments" },
    { $match: { "comments.user": user } },
    { $replaceRoot: { newRoot: "$comments" } },
    { $sort: { created: -1, _id: -1 } },
    { $limit: n },
  ]);
}
