// Each comment has the path to it: times and ids from the top, separated by a character that sorts before all others.
// wins: Nearly always: pages, subtrees and replies cost the same however long a thread is.
// stars: keyset, cheap-reply

const SIGN = "\t";
const END = "\n"; // the next character after it
const shown = { _id: 1, depth: 1, author: 1, text: 1 };

// ISO dates have the same length, and sort as dates do.
const part = ({ posted, _id }) => `${posted.toISOString()}${_id}`;
const placed = (comment, above) => ({ ...comment, depth: above ? above.depth + 1 : 0, path: above ? above.path + SIGN + part(comment) : part(comment) });

function setup(db, rows) {
  const byId = new Map(rows.comments.map((comment) => [comment._id, comment]));
  const done = new Map();
  const place = (comment) => {
    if (!done.has(comment._id)) done.set(comment._id, placed(comment, comment.parent !== null && place(byId.get(comment.parent))));
    return done.get(comment._id);
  };
  db.comments.createIndex({ node: 1, path: 1 });
  db.comments.insertMany(rows.comments.map(place));
}

function reply(db, node, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent, node });
  if (parent !== null && !above) return false;
  db.comments.insertOne({ ...placed(comment, above), node, parent });
  return true;
}

function page(db, node, after, limit) {
  const comments = db.comments.find({ node, path: { $gt: after ?? "" } }, { ...shown, path: 1 }).sort({ path: 1 }).limit(limit + 1).toArray();
  const next = comments.length > limit ? comments[limit - 1].path : null;
  return { comments: comments.slice(0, limit), next };
}

function discussion(db, node, id) {
  const top = db.comments.findOne({ _id: id, node });
  if (!top) return [];
  return db.comments.find({ node, path: { $gte: top.path, $lt: top.path + END } }, shown).sort({ path: 1 });
}
