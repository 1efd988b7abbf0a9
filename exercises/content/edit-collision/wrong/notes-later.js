// fails: crashes
// says: the client died in save
// from: a-current-and-old.js
// Has every version in the history, the newest as well, and notes it there after the page has it.

function setup(db, rows) {
  db.versions.createIndex({ page: 1, version: 1 }, { unique: true });
  db.pages.insertMany(rows.pages.map((page) => ({ ...page, version: 1 })));
  db.versions.insertMany(rows.pages.map(({ _id, text }) => ({ page: _id, version: 1, text, user: null })));
}

function save(db, page, token, text, user) {
  const change = { $set: { text }, $inc: { version: 1 } };
  if (db.pages.updateOne({ _id: page, version: token }, change).modifiedCount === 0) return false;
  db.versions.insertOne({ page, version: token + 1, text, user });
  return true;
}

function history(db, page, n) {
  return db.versions.find({ page }).sort({ version: -1 }).limit(n);
}
