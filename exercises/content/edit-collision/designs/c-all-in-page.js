// All versions are in the page, newest first; one update checks the version and adds the next.
// wins: When texts are short, or a page is saved a few times in its life.
// stars: one-write

function setup(db, rows) {
  db.pages.insertMany(rows.pages.map(({ _id, text, tags }) => ({ _id, tags, version: 1, versions: [{ version: 1, text, user: null }] })));
}

function open(db, page) {
  const found = db.pages.findOne({ _id: page }, { tags: 1, version: 1, versions: { $slice: 1 } });
  return found && { text: found.versions[0].text, tags: found.tags, token: found.version };
}

function save(db, page, token, text, user) {
  const next = { version: token + 1, text, user };
  const change = { $inc: { version: 1 }, $push: { versions: { $each: [next], $position: 0 } } };
  return db.pages.updateOne({ _id: page, version: token }, change).modifiedCount === 1;
}

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}

function history(db, page, n) {
  return db.pages.findOne({ _id: page }, { versions: { $slice: n } })?.versions ?? [];
}
