// fails: again
// says: page shows it with read false
// An entry that is sent again is unread again.

// Every reader has a document per entry, written by publish; the entry last, as the mark that it is done.
function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.users.createIndex({ feeds: 1 });
  const readers = new Map();
  for (const u of rows.users) for (const f of u.feeds) { if (!readers.has(f)) readers.set(f, []); readers.get(f).push(u._id); }
  const docs = rows.entries.flatMap(({ _id, feed, title, body, date }) => (readers.get(feed) ?? []).map((user) => ({ user, entry: _id, title, body, date, read: false })));
  if (docs.length) db.stream.insertMany(docs);
  db.stream.createIndex({ user: 1, date: -1, entry: -1 }, { unique: true });
  db.stream.createIndex({ user: 1, entry: 1 }, { unique: true });
}
function publish(db, { _id, feed, title, body, date }) {
  const ops = db.users.find({ feeds: feed }, { _id: 1 }).toArray().map((u) => ({ updateOne: { filter: { user: u._id, entry: _id }, update: { $set: { title, body, date, read: false } }, upsert: true } }));
  if (ops.length) db.stream.bulkWrite(ops, { ordered: false });
}
function refresh(db, user) {}
function page(db, user, before) {
  const filter = { user };
  if (before !== null) filter.$or = [{ date: { $lt: before[0] } }, { date: before[0], entry: { $lt: before[1] } }];
  const found = db.stream.find(filter).sort({ date: -1, entry: -1 }).limit(100).toArray();
  const entries = found.map(({ entry, title, body, date, read }) => ({ _id: entry, title, body, date, read }));
  const last = entries.at(-1);
  return { entries, before: last && entries.length === 100 ? [last.date, last._id] : null };
}
function markRead(db, user, id) { return db.stream.updateOne({ user, entry: id, read: false }, { $set: { read: true } }).modifiedCount === 1; }
