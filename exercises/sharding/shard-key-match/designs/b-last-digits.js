// The last digits of an id change fastest: stored in front of it, they spread what ascends, and the key stays a range.
// wins: When chunks are to be split and placed by hand before a load.
// stars: four, five, six

function setup(db, rows) {}

// The field whose last digits are stored in front.
const ASCENDING = { posts: "_id", carts: "_id", photoChunks: "files_id" };

function keys() {
  return {
    posts: { digits: 1, _id: 1 },
    carts: { digits: 1, _id: 1 },
    comments: { node: 1, slug: 1 },
    photoChunks: { digits: 1, files_id: 1 },
    dailyStats: { page: 1, day: 1 },
    walls: { user: "hashed" },
  };
}

function withDigits(collection, fields) {
  const value = fields[ASCENDING[collection]];
  return value === undefined ? fields : { ...fields, digits: String(value).slice(-2) };
}

function document(collection, doc) {
  return withDigits(collection, doc);
}

function filter(collection, filter) {
  return withDigits(collection, filter);
}
