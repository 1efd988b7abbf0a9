// fails: rivals
// says: returned true, promised false
// from: c-all-in-page.js
// Reads the version, compares it in JavaScript, then writes: both editors compare before either writes.

function save(db, page, token, text, user) {
  const found = db.pages.findOne({ _id: page });
  if (found?.version !== token) return false;
  const next = { version: token + 1, text, user };
  db.pages.updateOne({ _id: page }, { $inc: { version: 1 }, $push: { versions: { $each: [next], $position: 0 } } });
  return true;
}
