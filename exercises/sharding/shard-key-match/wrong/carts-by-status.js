// fails: six
// says: 6000 operations by `_id` asked
// from: a-hashed.js
// Three states, and carts that have to move whenever theirs changes.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { status: 1, _id: 1 },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
