// The list is in the user. The ranking does not know of it yet.

function setup(db, rows) {
  db.users.insertMany(rows.users);
}

// true if it is new
function subscribe(db, user, url, name) {
  const { modifiedCount } = db.users.updateOne({ _id: user }, { $push: { feeds: { url, name } } });
  return modifiedCount === 1;
}

// true if there was one
function unsubscribe(db, user, url) {
  return false;
}

// [{ url, name }] by name, then by URL
function feedsOf(db, user) {
  return db.users.findOne({ _id: user })?.feeds ?? [];
}

// [{ url, name, subscribers }], most subscribers first, then by URL
function popular(db, n) {
  return [];
}

// Run lists what the first user reads.
feedsOf(db, 1);
