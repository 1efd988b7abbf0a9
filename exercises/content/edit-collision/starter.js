// The later save wins, and the earlier text is gone.

function setup(db, rows) {
  db.pages.insertMany(rows.pages);
}

// { text, tags, token }, null for an unknown page
function open(db, page) {
  const found = db.pages.findOne({ _id: page });
  return found && { text: found.text, tags: found.tags, token: 0 };
}

// true, or false if somebody has saved since
function save(db, page, token, text, user) {
  db.pages.updateOne({ _id: page }, { $set: { text, user } });
  return true;
}

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}

// [{ version, text, user }], newest first
function history(db, page, n) {
  return [];
}

// Run opens a page.
open(db, 1);
