// Each feed carries its posts with their three newest comments; a comment is written into all copies.
// wins: When feeds are read all day, posts are in few of them, and comments are rare.
// stars: one-document, two-trips

const shown = ({ _id, user, text, at }) => ({ _id, user, text, at });
const newestFirst = (a, b) => b.at - a.at || (a._id < b._id ? 1 : -1);

function setup(db, rows) {
  db.comments.createIndex({ post: 1, at: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
  const copies = new Map(rows.posts.map((post) => [post._id, { ...post, count: 0, newest: [] }]));
  for (const comment of rows.comments) copies.get(comment.post).newest.push(shown(comment));
  for (const copy of copies.values()) {
    copy.count = copy.newest.length;
    copy.newest = copy.newest.sort(newestFirst).slice(0, 3);
  }
  db.feeds.createIndex({ "posts._id": 1 });
  db.feeds.insertMany(rows.feeds.map(({ _id, posts }) => ({ _id, posts: posts.map((id) => copies.get(id)) })));
}

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  db.feeds.updateMany(
    { "posts._id": comment.post },
    {
      $inc: { "posts.$[copy].count": 1 },
      $push: { "posts.$[copy].newest": { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 } },
    },
    { arrayFilters: [{ "copy._id": comment.post }] },
  );
  return true;
}

function feed(db, id) {
  return db.feeds.findOne({ _id: id })?.posts ?? [];
}

function thread(db, post) {
  return db.comments.find({ post }).sort({ at: 1, _id: 1 });
}

// Computes the copies of all posts again from the comments.
function repair(db) {
  for (const { _id } of db.posts.find({}, { _id: 1 }).toArray()) {
    const count = db.comments.countDocuments({ post: _id });
    const newest = db.comments.find({ post: _id }).sort({ at: -1, _id: -1 }).limit(3).toArray().map(shown);
    db.feeds.updateMany(
      { "posts._id": _id },
      { $set: { "posts.$[copy].count": count, "posts.$[copy].newest": newest } },
      { arrayFilters: [{ "copy._id": _id }] },
    );
  }
}
