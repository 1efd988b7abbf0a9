// fails: six
// says: comments by {"node":1,"posted":1}: sharding was refused
// from: a-hashed.js
// Comments of a node in order of time: the unique index does not begin with this key.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, posted: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
