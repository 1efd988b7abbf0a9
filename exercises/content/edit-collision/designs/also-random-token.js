// The newest version is also in the page; a save makes the next version's document first, then moves the page on by a token that is new each time.
// stars: lean-open, growth

function setup(db, rows) {
  db.versions.createIndex({ page: 1, version: 1 });
  db.pages.insertMany(rows.pages.map((page) => ({ ...page, version: 1, user: null, token: new ObjectId() })));
  db.versions.insertMany(db.pages.find().map(({ _id, text, token }) => ({ _id: token, page: _id, version: 1, text, user: null })).toArray());
}

function open(db, page) {
  const found = db.pages.findOne({ _id: page });
  return found && { text: found.text, tags: found.tags, token: found.token };
}

function save(db, page, token, text, user) {
  const old = db.pages.findOne({ _id: page, token });
  if (!old) return false;
  const next = { _id: new ObjectId(), page, version: old.version + 1, text, user, after: token };
  db.versions.insertOne(next);
  const change = { $set: { text, user, version: next.version, token: next._id } };
  if (db.pages.updateOne({ _id: page, token }, change).modifiedCount === 1) return true;
  db.versions.deleteOne({ _id: next._id });
  return false;
}

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}

// Follows the chain from the page's version back: what a cut-off save has left is on no chain.
function history(db, page, n) {
  const versions = [];
  let token = db.pages.findOne({ _id: page })?.token;
  while (token && versions.length < n) {
    const { version, text, user, after } = db.versions.findOne({ _id: token });
    versions.push({ version, text, user });
    token = after;
  }
  return versions;
}
