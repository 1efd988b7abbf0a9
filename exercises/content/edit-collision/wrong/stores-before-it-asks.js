// fails: history
// says: failed: TypeError: Cannot read properties of unde
// from: b-versions-only.js
// Stores the text, then asks whether it may.

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map(({ _id, text, tags }) => ({ _id, text, tags, version: 1 })));
  db.versions.createIndex({ page: 1, version: -1 });
  db.versions.insertMany(rows.pages.map(({ _id, text }) => ({ page: _id, version: 1, text, user: null })));
}

function open(db, page) {
  const found = db.pages.findOne({ _id: page });
  return found && { text: found.text, tags: found.tags, token: found.version };
}

function save(db, page, token, text, user) {
  const [{ version }] = history(db, page, 1).toArray();
  db.versions.insertOne({ page, version: version + 1, text, user });
  return db.pages.updateOne({ _id: page, version: token }, { $set: { text }, $inc: { version: 1 } }).modifiedCount === 1;
}
