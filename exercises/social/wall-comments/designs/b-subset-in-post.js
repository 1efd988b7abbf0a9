// A feed is a list of ids; each post carries its number of comments and the newest three, the comments lie apart.
// wins: When posts are in many feeds: a comment is two writes, and a feed two trips.
// stars: two-trips, calm-comment

const shown = ({ _id, user, text, at }) => ({ _id, user, text, at });

function setup(db, rows) {
  db.comments.createIndex({ post: 1, at: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.feeds.insertMany(rows.feeds);
  db.comments.insertMany(rows.comments);
  repair(db);
}

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  db.posts.updateOne(
    { _id: comment.post },
    { $inc: { count: 1 }, $push: { newest: { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 } } },
  );
  return true;
}

function feed(db, id) {
  const ids = db.feeds.findOne({ _id: id })?.posts ?? [];
  const posts = new Map(db.posts.find({ _id: { $in: ids } }).toArray().map((post) => [post._id, post]));
  return ids.map((each) => posts.get(each));
}

function thread(db, post) {
  return db.comments.find({ post }).sort({ at: 1, _id: 1 });
}

// Computes number and newest of all posts again from the comments.
function repair(db) {
  for (const { _id } of db.posts.find({}, { _id: 1 }).toArray()) {
    const count = db.comments.countDocuments({ post: _id });
    const newest = db.comments.find({ post: _id }).sort({ at: -1, _id: -1 }).limit(3).toArray().map(shown);
    db.posts.updateOne({ _id }, { $set: { count, newest } });
  }
}
