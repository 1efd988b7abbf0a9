// fails: six
// says: posts by {"_id":1}: shard
// from: a-hashed.js
// Ids ascend: every new post goes behind the last one.

function keys() {
  return {
    posts: { _id: 1 },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
