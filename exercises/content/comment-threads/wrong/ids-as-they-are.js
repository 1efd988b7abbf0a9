// fails: order
// says: belongs
// Ends each step of a path with a character that ids may have.

// A sort key per comment: for each ancestor, time as 15 digits, the id in hex, and a mark below all digits.
const enc = (s) => [...unescape(encodeURIComponent(s))].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
const part = ({ posted, _id }) => String(posted.getTime() + 1e14).padStart(16, "0") + _id + "!";
function setup(db, rows) {
  const kids = new Map();
  for (const c of rows.comments) {
    const k = JSON.stringify([c.node, c.parent]);
    if (!kids.has(k)) kids.set(k, []);
    kids.get(k).push(c);
  }
  const docs = [];
  const walk = (node, parent, path, depth) => {
    for (const c of kids.get(JSON.stringify([node, parent])) ?? []) {
      const key = path + part(c);
      docs.push({ node, id: c._id, depth, author: c.author, text: c.text, key });
      walk(node, c._id, key, depth + 1);
    }
  };
  for (const node of new Set(rows.comments.map((c) => c.node))) walk(node, null, "", 0);
  db.c.insertMany(docs);
  db.c.createIndex({ node: 1, key: 1 });
  db.c.createIndex({ node: 1, id: 1 });
}
function reply(db, node, parent, comment) {
  let above = { key: "", depth: -1 };
  if (parent !== null) above = db.c.findOne({ node, id: parent });
  if (!above) return false;
  db.c.insertOne({ node, id: comment._id, depth: above.depth + 1, author: comment.author, text: comment.text, key: above.key + part(comment) });
  return true;
}
const show = ({ id, depth, author, text }) => ({ _id: id, depth, author, text });
function page(db, node, after, limit) {
  const filter = { node };
  if (after !== null) filter.key = { $gt: after };
  const found = db.c.find(filter).sort({ key: 1 }).limit(limit + 1).toArray();
  const shown = found.slice(0, limit);
  return { comments: shown.map(show), next: found.length > limit ? shown.at(-1).key : null };
}
function discussion(db, node, id) {
  const top = db.c.findOne({ node, id });
  if (!top) return [];
  return db.c.find({ node, key: { $gte: top.key, $lt: top.key + "~" } }).sort({ key: 1 }).toArray().map(show);
}
