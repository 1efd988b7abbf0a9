// A document for each comment: nothing can be too full, and a page walks all keys that it skips.
// wins: When comments are changed one by one, or shown newest first without deep pages.
// stars: none

function setup(db, rows) {
  db.comments.createIndex({ node: 1, posted: 1, _id: 1 });
  db.comments.insertMany(rows.comments);
}

function addComment(db, comment) {
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function list(db, node, skip, limit) {
  return db.comments.find({ node }).sort({ posted: 1, _id: 1 }).skip(skip).limit(limit);
}

function count(db, node) {
  return db.comments.countDocuments({ node });
}
