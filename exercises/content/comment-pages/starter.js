// One document per node with all its comments: the largest has 1,000 and grows for ever.

function setup(db, rows) {
  const nodes = new Map();
  for (const { node, ...comment } of rows.comments) {
    if (!nodes.has(node)) nodes.set(node, { _id: node, comments: [] });
    nodes.get(node).comments.push(comment);
  }
  db.nodes.insertMany([...nodes.values()]);
}

// comment: { _id, node, author, text, posted }
function addComment(db, comment) {
  db.nodes.updateOne({ _id: comment.node }, { $push: { comments: comment } });
}

// oldest first
function list(db, node, skip, limit) {
  const comments = db.nodes.findOne({ _id: node })?.comments ?? [];
  return comments.slice(skip, skip + limit);
}

function count(db, node) {
  return list(db, node, 0, 1_000_000).length;
}

// Run shows the first comments of a node.
list(db, 1, 0, 3);
