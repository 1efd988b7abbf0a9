// Posts in up to fifty feeds are copied into each; those in more feeds are read from one place, with their newest comments.
// wins: When nearly all posts are in a few feeds, and some in very many.
// stars: two-trips

const MOST = 50;
const shown = ({ _id, user, text, at }) => ({ _id, user, text, at });
const newestFirst = (a, b) => b.at - a.at || (a._id < b._id ? 1 : -1);

function setup(db, rows) {
  db.comments.createIndex({ post: 1, at: -1, _id: -1 });
  db.comments.insertMany(rows.comments);
  const copies = new Map(rows.posts.map((post) => [post._id, { ...post, count: 0, newest: [] }]));
  for (const comment of rows.comments) copies.get(comment.post).newest.push(shown(comment));
  for (const copy of copies.values()) {
    copy.count = copy.newest.length;
    copy.newest = copy.newest.sort(newestFirst).slice(0, 3);
  }
  db.feeds.createIndex({ "posts._id": 1 });
  const feeds = (id) => rows.feeds.filter(({ posts }) => posts.includes(id)).length;
  for (const copy of copies.values()) copy.shared = feeds(copy._id) > MOST;
  db.posts.insertMany([...copies.values()]);
  const placed = (copy) => (copy.shared ? { ref: copy._id } : copy);
  db.feeds.insertMany(rows.feeds.map(({ _id, posts }) => ({ _id, posts: posts.map((id) => placed(copies.get(id))) })));
}

function comment(db, comment) {
  const post = db.posts.findOne({ _id: comment.post }, { shared: 1 });
  if (!post) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  if (post.shared) {
    db.posts.updateOne({ _id: post._id }, { $inc: { count: 1 }, $push: { newest: push } });
  } else {
    db.feeds.updateMany(
      { "posts._id": post._id },
      { $inc: { "posts.$[copy].count": 1 }, $push: { "posts.$[copy].newest": push } },
      { arrayFilters: [{ "copy._id": post._id }] },
    );
  }
  return true;
}

function feed(db, id) {
  const list = db.feeds.findOne({ _id: id })?.posts ?? [];
  const refs = list.filter(({ ref }) => ref !== undefined).map(({ ref }) => ref);
  const shared = refs.length === 0 ? [] : db.posts.find({ _id: { $in: refs } }).toArray();
  const posts = new Map(shared.map((post) => [post._id, post]));
  return list.map((copy) => (copy.ref === undefined ? copy : posts.get(copy.ref)));
}

function thread(db, post) {
  return db.comments.find({ post }).sort({ at: 1, _id: 1 });
}

// Computes the copies of all posts again from the comments.
function repair(db) {
  for (const { _id } of db.posts.find({}, { _id: 1 }).toArray()) {
    const count = db.comments.countDocuments({ post: _id });
    const newest = db.comments.find({ post: _id }).sort({ at: -1, _id: -1 }).limit(3).toArray().map(shown);
    db.posts.updateOne({ _id }, { $set: { count, newest } });
    db.feeds.updateMany(
      { "posts._id": _id },
      { $set: { "posts.$[copy].count": count, "posts.$[copy].newest": newest } },
      { arrayFilters: [{ "copy._id": _id }] },
    );
  }
}
