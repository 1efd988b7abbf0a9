// fails: six
// says: 4000 operations by `_id` asked
// from: a-hashed.js
// Keeps an author’s posts together, for one question in forty.

function keys() {
  return {
    posts: { author: 1, _id: 1 },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
