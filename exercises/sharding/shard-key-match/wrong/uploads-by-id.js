// fails: six
// says: photoChunks by {"files_id":1}: shard
// from: a-hashed.js
// Every upload goes to the shard of the last range.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: 1 },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
