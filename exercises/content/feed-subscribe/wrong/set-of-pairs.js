// fails: crashes
// says: returned true, promised false
// from: a-list-in-user.js
// Relies on `$addToSet`, which compares whole elements: another name makes another element.

function subscribe(db, user, url, name) {
  if (db.users.updateOne({ _id: user }, { $addToSet: { feeds: { url, name } } }).modifiedCount === 0) return false;
  db.feeds.updateOne({ _id: url }, { $setOnInsert: { name }, $inc: { subscribers: 1 } }, { upsert: true });
  return true;
}
