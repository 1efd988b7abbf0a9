// fails: two-trips
// says: round trips for 20 posts
// from: b-subset-in-post.js
// Asks for each post by itself.

function feed(db, id) {
  const ids = db.feeds.findOne({ _id: id })?.posts ?? [];
  return ids.map((each) => db.posts.findOne({ _id: each }));
}
