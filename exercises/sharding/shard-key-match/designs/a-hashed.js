// Hashed keys where ids ascend, and the fields of the question elsewhere; nothing is added to documents.
// wins: When the questions come with exact values, and documents should stay as they are.
// stars: four, five, six

function setup(db, rows) {}

function keys() {
  return {
    posts: { _id: "hashed" },
    carts: { _id: "hashed" },
    comments: { node: 1, slug: 1 },
    photoChunks: { files_id: "hashed" },
    dailyStats: { page: 1, day: 1 },
    walls: { user: 1, month: 1 },
  };
}

function document(collection, doc) {
  return doc;
}

function filter(collection, filter) {
  return filter;
}
