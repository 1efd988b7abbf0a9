// fails: six
// says: photoChunks by {"n":1,"files_id":1}: sharding was refused
// from: a-hashed.js
// Spreads the chunks of a file: reading the file asks all shards.

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { n: 1, files_id: 1 },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}
