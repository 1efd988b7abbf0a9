// fails: six
// says: consecutive updates
// from: a-hashed.js
// Today lies in one place, and all increments are of today.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { day: 1, page: 1 },
    walls: { user: 1, month: 1 },
  };
}
