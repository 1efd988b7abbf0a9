// A post's page: its text, the number of comments, the three newest. It reads all of them for that.

function setup(db, rows) {
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
}

// comment: { _id, post, user, text, created }; an unknown post takes no comment
function addComment(db, comment) {
  db.comments.insertOne(comment);
}

// { _id, title, text, count, newest: [three comments] }, null for an unknown post
function postPage(db, id) {
  const post = db.posts.findOne({ _id: id });
  const comments = db.comments.find({ post: id }).sort({ created: -1, _id: -1 }).toArray();
  return { ...post, count: comments.length, newest: comments.slice(0, 3) };
}

// newest first
function commentsOf(db, id, skip, limit) {
  return [];
}

// the n newest of a user
function commentsBy(db, user, n) {
  return [];
}

// Run shows a page.
postPage(db, 1);
