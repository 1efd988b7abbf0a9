// fails: history
// says: in another order
// Sorts by milliseconds as text: those of 2001 have a digit less until September, and come last.

const stepOf = (c) => `${c.created.getTime()} ${c._id},`;
function setup(db, rows) {
  const byId = new Map(rows.comments.map((c) => [c._id, c]));
  const paths = new Map();
  const depths = new Map();
  for (const c of rows.comments) {
    const chain = [];
    let depth = -1;
    for (let x = c; x; x = byId.get(x.parent)) {
      chain.unshift(stepOf(x));
      depth++;
    }
    paths.set(c._id, chain.join(""));
    depths.set(c._id, depth);
  }
  db.comments.createIndex({ thread: 1, path: 1 });
  db.comments.insertMany(rows.comments.map((c) => ({ ...c, path: paths.get(c._id), depth: depths.get(c._id) })));
}
function reply(db, thread, parent, comment) {
  let above = { path: "", depth: -1 };
  if (parent !== null) above = db.comments.findOne({ _id: parent, thread });
  if (!above) return false;
  db.comments.insertOne({ ...comment, thread, parent, path: above.path + stepOf(comment), depth: above.depth + 1 });
  return true;
}
function thread(db, id) {
  return db.comments.find({ thread: id }, { depth: 1, username: 1, body: 1 }).sort({ path: 1 });
}
function subtree(db, id) {
  const top = db.comments.findOne({ _id: id });
  if (!top) return [];
  return db.comments
    .find({ thread: top.thread, path: { $gte: top.path, $lt: top.path + "\uffff" } }, { depth: 1, username: 1, body: 1 })
    .sort({ path: 1 })
    .toArray();
}
