// fails: repairs-all
// says: its page has count 0, its list 1 comment
// Repairs the first hundred posts.

// All comments in their own collection; the post has the newest three and a count, made again from the truth each time.
function setup(db, rows) {
  db.comments.insertMany(rows.comments);
  db.comments.createIndex({ post: 1, created: -1, _id: -1 });
  db.comments.createIndex({ user: 1, created: -1, _id: -1 });
  db.posts.insertMany(rows.posts.map((p) => ({ ...p, ...head(db, p._id), v: 0 })));
}
const shown = { post: 0 };
function head(db, post) {
  return {
    count: db.comments.countDocuments({ post }),
    newest: db.comments.find({ post }, shown).sort({ created: -1, _id: -1 }).limit(3).toArray(),
  };
}
function addComment(db, comment) {
  if (db.posts.countDocuments({ _id: comment.post }, { limit: 1 }) === 0) return;
  try { db.comments.insertOne(comment); } catch (e) { if (e.code === 11000) return; throw e; }
  const { post, ...c } = comment;
  db.posts.updateOne({ _id: post }, { $inc: { count: 1 }, $push: { newest: { $each: [c], $sort: { created: -1, _id: -1 }, $slice: 3 } } });
}
function postPage(db, id) { return db.posts.findOne({ _id: id }); }
function commentsOf(db, id, skip, limit) { return db.comments.find({ post: id }, shown).sort({ created: -1, _id: -1 }).skip(skip).limit(limit); }
function commentsBy(db, user, n) { return db.comments.find({ user }, shown).sort({ created: -1, _id: -1 }).limit(n).toArray(); }
function repair(db) {
  db.posts.find({}, { _id: 1 }).limit(100).toArray().forEach(({ _id }) => db.posts.updateOne({ _id }, { $set: head(db, _id) }));
}
