// A document for each link under an _id that begins with the followed member, found by a range of _id.
// wins: It has no advantage over a unique index.
// stars: one-write, growth

function setup(db, rows) {
  db.people.insertMany(rows.members);
  const bulk = rows.links.map(({ from, to }) => ({ insertOne: { document: { _id: { to, from } } } }));
  db.edges.bulkWrite(bulk);
}

function follow(db, from, to) {
  if (from === to) return false;
  for (const _id of [from, to]) if (db.people.countDocuments({ _id }) === 0) return false;
  return db.edges.updateOne({ _id: { to, from } }, { $setOnInsert: { since: new Date() } }, { upsert: true }).upsertedCount === 1;
}

function unfollow(db, from, to) {
  return db.edges.findOneAndDelete({ _id: { to, from } }) !== null;
}

function followers(db, id, after, n) {
  const range = { $gt: { to: id, from: after ?? MinKey() }, $lt: { to: id, from: MaxKey() } };
  return db.edges.find({ _id: range }, { _id: 1 }).sort({ _id: 1 }).limit(n).map(({ _id }) => _id.from);
}

function follows(db, from, to) {
  return db.edges.countDocuments({ _id: { to, from } }) > 0;
}
