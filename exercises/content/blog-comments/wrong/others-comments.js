// fails: history
// says: commentsBy
// from: d-all-in-post.js
// Finds the posts on which the user wrote, and shows all comments of those.

function commentsBy(db, user, n) {
  return db.posts.aggregate([
    { $match: { "comments.user": user } },
    { $unwind: "$comments" },
    { $replaceRoot: { newRoot: "$comments" } },
    { $sort: { created: -1, _id: -1 } },
    { $limit: n },
  ]);
}
