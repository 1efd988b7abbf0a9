// fails: history
// says: promised
// from: a-current-and-old.js
// Writes the page back as it was opened, tags included.

function open(db, page) {
  const found = db.pages.findOne({ _id: page });
  return found && { text: found.text, tags: found.tags, token: { version: found.version, tags: found.tags } };
}

function save(db, page, token, text, user) {
  const { version, tags } = token;
  const old = db.pages.findOne({ _id: page, version });
  if (!old) return false;
  try {
    db.versions.insertOne({ page, version, text: old.text, user: old.user });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  const next = { text, user, tags, version: version + 1 };
  return db.pages.replaceOne({ _id: page, version }, next).modifiedCount === 1;
}
