// fails: rival
// says: E11000
// from: a-collected.js
// Looks whether the post is there, then stores it: of two clients that send it, one gets an error.

function post(db, post) {
  if (!db.posts.findOne({ _id: post._id }, { _id: 1 })) db.posts.insertOne(post);
}
