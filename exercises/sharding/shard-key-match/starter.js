// Six collections on four shards. All are kept by their `_id`, which suits hardly any of them.

function setup(db, rows) {}

// Four hexadecimal digits: the same for the same value, otherwise any.
function hashOf(value) {
  let hash = 2166136261;
  for (const letter of String(value)) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
  return ((hash ^ (hash >>> 13)) & 0xffff).toString(16).padStart(4, "0");
}

function keys() {
  return {
    posts: { _id: 1 },
    carts: { _id: 1 },
    comments: { _id: 1 },
    photoChunks: { _id: 1 },
    dailyStats: { _id: 1 },
    walls: { _id: 1 },
  };
}

// What is stored: doc, and further fields if the key needs them.
function document(collection, doc) {
  return doc;
}

// What is sent: filter, and further fields that follow from it.
function filter(collection, filter) {
  return filter;
}

// Run shows where three hundred posts go.
sh.shardCollection("test.posts", keys().posts);
for (let i = 0; i < 300; i++) db.posts.insertOne(document("posts", { _id: ObjectId(), author: `author ${i % 9}` }));
sh.status();
