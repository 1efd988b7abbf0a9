// fails: history
// says: promised
// from: a-tokens.js
// Writes the circles that the author has at the moment into the post: members of a later circle see nothing.

function post(db, post) {
  const circles = db.members.distinct("isIn.circle", { "isIn.author": post.author });
  const audience = post.audience === "circles" ? circles.slice(0, 1) : post.audience;
  db.posts.updateOne({ _id: post._id }, { $setOnInsert: { ...post, tokens: tokensOf({ ...post, audience }) } }, { upsert: true });
}
