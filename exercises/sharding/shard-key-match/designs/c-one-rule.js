// Ids, pages and users are hashed; uploads are ranged by their id, as if few came at a time.
// wins: When one rule for all is worth more than the best key for each.
// stars: four, five

function setup(db, rows) {}

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: 1 },
    dailyStats: { page: "hashed" },
    walls: { user: "hashed" },
  };
}

function document(collection, doc) {
  return doc;
}

function filter(collection, filter) {
  return filter;
}
