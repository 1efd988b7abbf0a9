// fails: six
// says: could not be split
// from: a-hashed.js
// The comments of one node cannot be divided.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
