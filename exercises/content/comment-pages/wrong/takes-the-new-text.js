// fails: history
// says: promised
// Overwrites what is stored when something else comes under its _id.

function setup(db, rows) {
  db.comments.createIndex({ node: 1, posted: 1, _id: 1 });
  db.comments.insertMany(rows.comments);
}

function addComment(db, { _id, ...comment }) {
  db.comments.updateOne({ _id }, { $set: comment }, { upsert: true });
}

function list(db, node, skip, limit) {
  return db.comments.find({ node }, { node: 0 }).sort({ posted: 1, _id: 1 }).skip(skip).limit(limit);
}

function count(db, node) {
  return db.comments.countDocuments({ node });
}
