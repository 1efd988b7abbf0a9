// Each member lists whom they follow, 150 at most; a multikey index answers the other direction.
// wins: When the list of those whom somebody follows is shown as well.
// stars: one-write, growth

function setup(db, rows) {
  const lists = new Map(rows.members.map(({ _id }) => [_id, []]));
  for (const { from, to } of rows.links) lists.get(from).push(to);
  db.members.createIndex({ following: 1, _id: 1 });
  db.members.insertMany(rows.members.map((member) => ({ ...member, following: lists.get(member._id) })));
}

function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: to }, { _id: 1 })) return false;
  return db.members.updateOne({ _id: from, following: { $ne: to } }, { $push: { following: to } }).modifiedCount === 1;
}

function unfollow(db, from, to) {
  return db.members.updateOne({ _id: from, following: to }, { $pull: { following: to } }).modifiedCount === 1;
}

function followers(db, id, after, n) {
  const filter = { following: id, ...(after !== null && { _id: { $gt: after } }) };
  return db.members.find(filter, { _id: 1 }).sort({ _id: 1 }).limit(n).map(({ _id }) => _id);
}

function follows(db, from, to) {
  return db.members.findOne({ _id: from, following: to }, { _id: 1 }) !== null;
}
