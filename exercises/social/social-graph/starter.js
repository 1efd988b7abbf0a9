// Members as they come, and a document for each link.

function setup(db, rows) {
  db.members.insertMany(rows.members);
  db.links.insertMany(rows.links);
}

// true if `from` did not follow `to` yet
function follow(db, from, to) {
  db.links.insertOne({ from, to });
  return true;
}

// true if `from` followed `to`
function unfollow(db, from, to) {
  return false;
}

// the first n _ids after `after`, which is null for the first page
function followers(db, id, after, n) {
  return db.links.find({ to: id }).limit(n).map(({ from }) => from);
}

function follows(db, from, to) {
  return db.links.findOne({ from, to }) !== null;
}

// Run shows a first page.
followers(db, "ann", null, 10);
