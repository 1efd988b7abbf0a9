// fails: six
// says: 8900 operations by `user` and `month` asked
// from: a-hashed.js
// A hashed `_id` spreads the walls, and no question gives it.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { _id: "hashed" },
  };
}
