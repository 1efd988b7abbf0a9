// Comments know their parent only; the thread is read as a whole and put in order by the program.
// wins: When no thread is longer than a page or two.
// stars: cheap-reply

function setup(db, rows) {
  db.comments.createIndex({ node: 1 });
  db.comments.insertMany(rows.comments);
}

function reply(db, node, parent, comment) {
  if (parent !== null && !db.comments.findOne({ _id: parent, node })) return false;
  db.comments.insertOne({ ...comment, node, parent });
  return true;
}

const before = (a, b) => a.posted - b.posted || (a._id < b._id ? -1 : 1);

function thread(db, node) {
  const below = new Map();
  for (const comment of db.comments.find({ node })) {
    if (!below.has(comment.parent)) below.set(comment.parent, []);
    below.get(comment.parent).push(comment);
  }
  const inOrder = [];
  const visit = (parent, depth) => {
    for (const { _id, author, text } of (below.get(parent) ?? []).sort(before)) {
      inOrder.push({ _id, depth, author, text });
      visit(_id, depth + 1);
    }
  };
  visit(null, 0);
  return inOrder;
}

function page(db, node, after, limit) {
  const all = thread(db, node);
  const from = after === null ? 0 : all.findIndex(({ _id }) => _id === after) + 1;
  const comments = all.slice(from, from + limit);
  return { comments, next: from + limit < all.length ? comments.at(-1)._id : null };
}

function discussion(db, node, id) {
  const all = thread(db, node);
  const from = all.findIndex(({ _id }) => _id === id);
  if (from < 0) return [];
  const end = all.findIndex(({ depth }, i) => i > from && depth <= all[from].depth);
  return all.slice(from, end < 0 ? all.length : end);
}
