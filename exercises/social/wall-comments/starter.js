// Everything as it comes. A feed asks for each post and its comments.

function setup(db, rows) {
  db.posts.insertMany(rows.posts);
  db.feeds.insertMany(rows.feeds);
  db.comments.insertMany(rows.comments);
}

// comment: { _id, post, user, text, at }; false for an unknown post
function comment(db, comment) {
  db.comments.insertOne(comment);
  return true;
}

// [{ _id, text, count, newest: [three comments] }] in the feed's order
function feed(db, id) {
  const posts = db.feeds.findOne({ _id: id })?.posts ?? [];
  return posts.map((post) => {
    const newest = db.comments.find({ post }).limit(3).toArray();
    return { ...db.posts.findOne({ _id: post }), count: newest.length, newest };
  });
}

// all comments of a post, oldest first
function thread(db, post) {
  return db.comments.find({ post });
}

// Run shows a feed.
feed(db, 0);
