// fails: rival
// says: at the same moment
// Replaces the list that it read, and gives up if another client has changed the list since.

function setup(db, rows) {
  db.members.insertMany(rows.members.map((m) => ({ ...m, out: [] })));
  const by = new Map();
  for (const { from, to } of rows.links) by.set(from, [...(by.get(from) ?? []), to]);
  for (const [from, out] of by) db.members.updateOne({ _id: from }, { $set: { out } });
  db.members.createIndex({ out: 1, _id: 1 });
}
function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: to })) return false;
  return db.members.updateOne({ _id: from }, { $addToSet: { out: to } }).modifiedCount === 1;
}
function unfollow(db, from, to) {
  const d = db.members.findOne({ _id: from }); if (!d || !d.out.includes(to)) return false;
  return db.members.updateOne({ _id: from, out: d.out }, { $set: { out: d.out.filter((x) => x !== to) } }).modifiedCount === 1;
}
function followers(db, id, after, n) {
  return db.members.find(after === null ? { out: id } : { out: id, _id: { $gt: after } }, { _id: 1 }).sort({ _id: 1 }).limit(n).toArray().map((d) => d._id);
}
function follows(db, from, to) { return db.members.findOne({ _id: from, out: to }) !== null; }
