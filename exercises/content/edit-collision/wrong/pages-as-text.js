// fails: history
// says: promised 'Text 0 of string 77.'
// Old versions are stored under the page's _id as text: 77 and "77" share them.

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map((p) => ({ ...p, version: 1, user: null })));
  db.old.createIndex({ page: 1, version: -1 }, { unique: true });
}
function open(db, page) {
  const p = db.pages.findOne({ _id: page }, { text: 1, tags: 1, version: 1 });
  return p && { text: p.text, tags: p.tags, token: p.version };
}
function save(db, page, token, text, user) {
  const p = db.pages.findOne({ _id: page, version: token });
  if (!p) return false;
  db.old.updateOne({ page: String(page), version: p.version }, { $setOnInsert: { text: p.text, user: p.user } }, { upsert: true });
  return db.pages.updateOne({ _id: page, version: token }, { $set: { text, user }, $inc: { version: 1 } }).modifiedCount === 1;
}
function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}
function history(db, page, n) {
  const p = db.pages.findOne({ _id: page });
  if (!p) return [];
  const old = db.old.find({ page: String(page), version: { $lt: p.version } }).sort({ version: -1 }).limit(n).toArray();
  return [p, ...old].slice(0, n).map(({ version, text, user }) => ({ version, text, user }));
}
