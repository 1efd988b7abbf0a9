// fails: history
// says: news(db
// from: a-tokens.js
// Asks for the first author only.

function news(db, viewer, authors, n) {
  const isIn = (db.members.findOne({ _id: viewer })?.isIn ?? []).filter(({ author }) => author === authors[0]);
  const any = isIn.length > 0 ? [{ any: authors[0] }] : [];
  const tokens = [{ all: true }, { own: viewer }, ...any, ...isIn];
  return db.posts.find({ author: authors[0], tokens: { $in: tokens } }).sort({ at: -1, _id: 1 }).limit(n);
}
