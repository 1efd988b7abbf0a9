// A post lists its circles as values of author and name, a member the circles they are in. One index compares the two.
// wins: When walls and news are read all day, and circles change as well.
// stars: lean, calm-circle

const tokensOf = ({ author, audience }) => [
  { own: author },
  ...(audience === "public" ? [{ all: true }] : audience === "circles" ? [{ any: author }] : audience.map((circle) => ({ author, circle }))),
];

function setup(db, rows) {
  db.posts.createIndex({ author: 1, tokens: 1, at: -1, _id: 1 });
  const lists = new Map(rows.members.map(({ _id }) => [_id, []]));
  for (const { _id: author, circles } of rows.members) {
    for (const { name: circle, members } of circles) for (const member of members) lists.get(member).push({ author, circle });
  }
  db.members.insertMany(rows.members.map(({ _id }) => ({ _id, isIn: lists.get(_id) })));
  db.posts.insertMany(rows.posts.map((post) => ({ ...post, tokens: tokensOf(post) })));
}

function post(db, post) {
  db.posts.updateOne({ _id: post._id }, { $setOnInsert: { ...post, tokens: tokensOf(post) } }, { upsert: true });
}

function setCircle(db, author, circle, member, on) {
  db.members.updateOne({ _id: member }, { [on ? "$addToSet" : "$pull"]: { isIn: { author, circle } } });
}

function wall(db, author, viewer, n) {
  return news(db, viewer, [author], n);
}

function news(db, viewer, authors, n) {
  const isIn = (db.members.findOne({ _id: viewer })?.isIn ?? []).filter(({ author }) => authors.includes(author));
  const any = [...new Set(isIn.map(({ author }) => author))].map((author) => ({ any: author }));
  const tokens = [{ all: true }, { own: viewer }, ...any, ...isIn];
  return db.posts.find({ author: { $in: authors }, tokens: { $in: tokens } }).sort({ at: -1, _id: 1 }).limit(n);
}
