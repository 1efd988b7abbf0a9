// fails: crashes
// says: the client died in comment
// from: b-subset-in-post.js
// Stores the comment, then counts it, and has nothing that mends a post when the client dies in between.

function setup(db, rows) {
  db.comments.createIndex({ post: 1, at: -1, _id: -1 });
  db.posts.insertMany(rows.posts.map((post) => ({ ...post, count: 0, newest: [] })));
  db.feeds.insertMany(rows.feeds);
  for (const each of rows.comments) comment(db, each);
}

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  db.posts.updateOne({ _id: comment.post }, { $inc: { count: 1 }, $push: { newest: push } });
  return true;
}

function repair(db) {}
