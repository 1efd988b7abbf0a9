// fails: history
// says: returned true, promised false
// from: c-all-in-page.js
// Takes the text for a token: restoring an old text makes old tokens valid again.

function open(db, page) {
  const found = db.pages.findOne({ _id: page });
  return found && { text: found.versions[0].text, tags: found.tags, token: found.versions[0].text };
}

function save(db, page, token, text, user) {
  const found = db.pages.findOne({ _id: page, "versions.0.text": token }, { version: 1 });
  if (!found) return false;
  const next = { version: found.version + 1, text, user };
  const change = { $inc: { version: 1 }, $push: { versions: { $each: [next], $position: 0 } } };
  return db.pages.updateOne({ _id: page, version: found.version }, change).modifiedCount === 1;
}
