// fails: history
// says: for $5 a day
// from: c-readers-in-feed.js
// Sorts with `<`, which compares UTF-16 units: an emoji comes before U+FF21, and by its bytes after it.

function feedsOf(db, user) {
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const feeds = db.feeds.find({ readers: user }).map(({ _id, name }) => ({ url: _id, name })).toArray();
  return feeds.sort((a, b) => order(a.name, b.name) || order(a.url, b.url));
}
