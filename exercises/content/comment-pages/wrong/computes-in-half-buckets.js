// fails: history
// says: promised
// from: a-guarded-buckets.js
// Computes places as if all buckets were full; `setup` has left room in each.

function setup(db, rows) {
  db.buckets.createIndex({ node: 1, n: 1 }, { unique: true });
  db.buckets.createIndex({ "comments._id": 1 });
  const nodes = new Map();
  for (const { node, ...comment } of rows.comments) nodes.set(node, [...(nodes.get(node) ?? []), comment]);
  for (const [node, comments] of nodes) {
    comments.sort((a, b) => a.posted - b.posted);
    for (let n = 0; n * 90 < comments.length; n++) {
      const part = comments.slice(n * 90, (n + 1) * 90);
      db.buckets.insertOne({ node, n, count: part.length, comments: part });
    }
  }
}
