// fails: lean-page
// says: KB to show
// from: d-all-in-post.js
// Takes a short answer for a short read: `$slice` in the projection still loads the whole post.

function postPage(db, id) {
  const page = db.posts.findOne({ _id: id }, { title: 1, text: 1, count: { $size: "$comments" }, newest: { $slice: ["$comments", 3] } });
  return page ?? null;
}
