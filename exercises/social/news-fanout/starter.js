// Members and posts as they come. Each read searches for the reader's news.

function setup(db, rows) {
  db.members.insertMany(rows.members);
  db.posts.insertMany(rows.posts);
}

function follow(db, reader, author) {
  db.members.updateOne({ _id: reader }, { $push: { follows: author } });
}

// post: { _id, author, text, at }
function post(db, post) {
  db.posts.insertOne(post);
}

// the first n posts after `before` (a post, or null), newest first, equal times by ascending _id
function news(db, reader, before, n) {
  const follows = db.members.findOne({ _id: reader })?.follows ?? [];
  return db.posts.find({ author: { $in: follows } }).sort({ at: -1 }).limit(n);
}

// Run shows the first news of a reader.
news(db, "ann", null, 5);
