// fails: history
// says: promised
// from: a-tokens.js
// A circle is its name: the family of one author sees the posts to the family of another.

const tokensOf = ({ author, audience }) => [
  { own: author },
  ...(audience === "public" ? [{ all: true }] : audience === "circles" ? [{ any: author }] : audience.map((circle) => ({ circle }))),
];

function news(db, viewer, authors, n) {
  const isIn = db.members.findOne({ _id: viewer })?.isIn ?? [];
  const any = isIn.map(({ author }) => ({ any: author }));
  const tokens = [{ all: true }, { own: viewer }, ...any, ...isIn.map(({ circle }) => ({ circle }))];
  return db.posts.find({ author: { $in: authors }, tokens: { $in: tokens } }).sort({ at: -1, _id: 1 }).limit(n);
}
