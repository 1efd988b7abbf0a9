// fails: three
// says: 8900 operations by `user` and `month` asked
// from: a-hashed.js
// One key for all: it spreads every write, and no question but two gives an `_id`.

function keys() {
  const hashed = { _id: "hashed" };
  return { posts: hashed, carts: hashed, comments: hashed, photoChunks: hashed, dailyStats: hashed, walls: hashed };
}
