// Only posts are stored; each read collects the news from the authors whom the reader follows.
// wins: When people post more than they read, or follow few.
// stars: cheap-post

function setup(db, rows) {
  db.posts.createIndex({ author: 1, at: -1, _id: 1 });
  db.members.insertMany(rows.members);
  db.posts.insertMany(rows.posts);
}

function follow(db, reader, author) {
  if (db.members.findOne({ _id: author }, { _id: 1 })) db.members.updateOne({ _id: reader }, { $addToSet: { follows: author } });
}

function post(db, post) {
  try {
    db.posts.insertOne(post);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function news(db, reader, before, n) {
  const follows = db.members.findOne({ _id: reader })?.follows ?? [];
  const after = before && { $or: [{ at: { $lt: before.at } }, { at: before.at, _id: { $gt: before._id } }] };
  return db.posts.find({ author: { $in: follows }, ...after }).sort({ at: -1, _id: 1 }).limit(n);
}
