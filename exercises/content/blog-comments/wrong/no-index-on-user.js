// fails: no-scan
// says: documents; the user wrote
// from: c-two-finds.js
// Has an index for the post's page alone.

function setup(db, rows) {
  db.comments.createIndex({ post: 1, created: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
}
