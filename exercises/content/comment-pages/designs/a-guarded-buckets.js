// Buckets with a number and a count. A push is guarded by the count; the next bucket is made under a unique number.
// wins: When pages are read far more often than somebody comments.
// stars: few-documents, lean-list

const SIZE = 100;

function setup(db, rows) {
  db.buckets.createIndex({ node: 1, n: 1 }, { unique: true });
  db.buckets.createIndex({ "comments._id": 1 });
  const nodes = new Map();
  for (const { node, ...comment } of rows.comments) nodes.set(node, [...(nodes.get(node) ?? []), comment]);
  for (const [node, comments] of nodes) {
    comments.sort((a, b) => a.posted - b.posted);
    for (let n = 0; n * SIZE < comments.length; n++) {
      const part = comments.slice(n * SIZE, (n + 1) * SIZE);
      db.buckets.insertOne({ node, n, count: part.length, comments: part });
    }
  }
}

const newest = (db, node) => db.buckets.find({ node }, { n: 1, count: 1 }).sort({ n: -1 }).limit(1).toArray()[0];

function addComment(db, { node, ...comment }) {
  if (db.buckets.findOne({ "comments._id": comment._id }, { n: 1 })) return;
  for (;;) {
    const last = newest(db, node);
    const push = { $push: { comments: comment }, $inc: { count: 1 } };
    if (last && db.buckets.updateOne({ node, n: last.n, count: { $lt: SIZE } }, push).modifiedCount === 1) return;
    try {
      db.buckets.insertOne({ node, n: last ? last.n + 1 : 0, count: 1, comments: [comment] });
      return;
    } catch (error) {
      // Another writer has just made this bucket: there is room in it.
      if (error.code !== 11000) throw error;
    }
  }
}

// No bucket is made before the one before it is full.
function list(db, node, skip, limit) {
  const [first, last] = [skip, skip + limit - 1].map((at) => Math.floor(at / SIZE));
  const comments = db.buckets.find({ node, n: { $gte: first, $lte: last } }).sort({ n: 1 }).toArray().flatMap((bucket) => bucket.comments);
  return comments.slice(skip - first * SIZE, skip - first * SIZE + limit);
}

function count(db, node) {
  const last = newest(db, node);
  return last ? last.n * SIZE + last.count : 0;
}
