// fails: history
// says: `count` is 3
// from: a-newest-in-post.js
// Counts what the post carries.

function postPage(db, id) {
  const page = db.posts.findOne({ _id: id });
  return page && { ...page, count: page.newest.length };
}
