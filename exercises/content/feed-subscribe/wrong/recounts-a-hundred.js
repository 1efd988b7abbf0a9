// fails: recounts-all
// says: after recount,
// Counts the first hundred feeds again.

function setup(db, rows) {
  const names = new Map();
  const subs = [];
  const counts = new Map();
  for (const u of rows.users) for (const { url, name } of u.feeds) {
    names.set(url, name); counts.set(url, (counts.get(url) ?? 0) + 1);
    subs.push({ _id: { u: u._id, f: url }, name });
  }
  db.users.insertMany(rows.users.map(({ _id }) => ({ _id })));
  db.feeds.insertMany([...names].map(([url, name]) => ({ _id: url, name, n: counts.get(url) })));
  if (subs.length) db.subs.insertMany(subs);
  db.subs.createIndex({ "_id.u": 1, name: 1, "_id.f": 1 });
  db.subs.createIndex({ "_id.f": 1 });
  db.feeds.createIndex({ n: -1, _id: 1 });
}
function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user })) return false;
  const feed = ensure(db, url, name);
  try { db.subs.insertOne({ _id: { u: user, f: url }, name: feed.name }); } catch (e) { if (e.code === 11000) return false; throw e; }
  db.feeds.updateOne({ _id: url }, { $inc: { n: 1 } });
  return true;
}
function ensure(db, url, name) {
  for (;;) {
    try { return db.feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name, n: 0 } }, { upsert: true, returnDocument: "after" }); }
    catch (e) { if (e.code !== 11000) throw e; }
  }
}
function unsubscribe(db, user, url) {
  if (db.subs.deleteOne({ _id: { u: user, f: url } }).deletedCount === 0) return false;
  db.feeds.updateOne({ _id: url }, { $inc: { n: -1 } });
  return true;
}
function feedsOf(db, user) { return db.subs.find({ "_id.u": user }).sort({ name: 1, "_id.f": 1 }).toArray().map(({ _id, name }) => ({ url: _id.f, name })); }
function popular(db, n) { return db.feeds.find({ n: { $gt: 0 } }, { _id: 0, url: "$_id", name: 1, subscribers: "$n" }).sort({ n: -1, _id: 1 }).limit(n).toArray(); }
function recount(db) {
  for (const { _id, n } of db.feeds.find().limit(100).toArray()) {
    const right = db.subs.countDocuments({ "_id.f": _id });
    if (right !== n) db.feeds.updateOne({ _id }, { $set: { n: right } });
  }
}
