// Members and posts as they come. A wall shows whatever its author has written.

function setup(db, rows) {
  db.members.insertMany(rows.members);
  db.posts.insertMany(rows.posts);
}

// post: { _id, author, audience, text, at }
function post(db, post) {
  db.posts.insertOne(post);
}

// puts a member into a circle of the author's, or takes them out
function setCircle(db, author, circle, member, on) {}

// the first n posts of the author that the viewer may see, newest first, equal times by ascending _id
function wall(db, author, viewer, n) {
  return db.posts.find({ author }).sort({ at: -1 }).limit(n);
}

// the same for several authors
function news(db, viewer, authors, n) {
  return [];
}

// Run shows a wall.
wall(db, "ann", "a", 5);
