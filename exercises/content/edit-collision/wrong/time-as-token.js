// fails: history
// says: returned true, promised false
// from: c-all-in-page.js
// Takes the time of the last save for a token: two saves may fall into one millisecond.

function setup(db, rows) {
  const at = new Date();
  db.pages.insertMany(rows.pages.map(({ _id, text, tags }) => ({ _id, tags, at, versions: [{ version: 1, text, user: null }] })));
}

function open(db, page) {
  const found = db.pages.findOne({ _id: page }, { tags: 1, at: 1, versions: { $slice: 1 } });
  return found && { text: found.versions[0].text, tags: found.tags, token: found.at };
}

function save(db, page, token, text, user) {
  const found = db.pages.findOne({ _id: page, at: token });
  if (!found) return false;
  const next = { version: found.versions[0].version + 1, text, user };
  const change = { $set: { at: new Date() }, $push: { versions: { $each: [next], $position: 0 } } };
  return db.pages.updateOne({ _id: page, at: token }, change).modifiedCount === 1;
}
