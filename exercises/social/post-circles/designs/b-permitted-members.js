// A post lists all who may see it; the lists are made anew when the author's circles change.
// wins: When circles hardly ever change, and one trip for a wall is worth many writes then.
// stars: lean, one-trip

const EVERYONE = { all: true };

function permitted({ _id, circles }, { audience }) {
  if (audience === "public") return [EVERYONE, { own: _id }];
  const chosen = circles.filter(({ circle }) => audience === "circles" || audience.includes(circle));
  return [{ own: _id }, ...[...new Set(chosen.map(({ member }) => member))].map((member) => ({ member }))];
}

function setup(db, rows) {
  db.posts.createIndex({ author: 1, sees: 1, at: -1, _id: 1 });
  const members = rows.members.map(({ _id, circles }) => ({
    _id, version: 1, circles: circles.flatMap(({ name, members }) => members.map((member) => ({ circle: name, member }))),
  }));
  const byId = new Map(members.map((member) => [member._id, member]));
  db.members.insertMany(members);
  db.posts.insertMany(rows.posts.map((post) => ({ ...post, version: 1, sees: permitted(byId.get(post.author), post) })));
}

// Brings the author's posts to the present circles. The version keeps a slow client from writing old lists over new ones.
function refresh(db, author) {
  const member = db.members.findOne({ _id: author });
  const { version } = member;
  const old = db.posts.find({ author, version: { $lt: version } }, { audience: 1 }).toArray();
  const writes = old.map((post) => ({
    updateOne: { filter: { _id: post._id, version: { $lt: version } }, update: { $set: { sees: permitted(member, post), version } } },
  }));
  if (writes.length > 0) db.posts.bulkWrite(writes);
}

function post(db, post) {
  // Until the lists are made, only the author sees it.
  db.posts.updateOne({ _id: post._id }, { $setOnInsert: { ...post, version: 0, sees: [{ own: post.author }] } }, { upsert: true });
  refresh(db, post.author);
}

function setCircle(db, author, circle, member, on) {
  db.members.updateOne({ _id: author }, { [on ? "$addToSet" : "$pull"]: { circles: { circle, member } }, $inc: { version: 1 } });
  refresh(db, author);
}

function wall(db, author, viewer, n) {
  return news(db, viewer, [author], n);
}

function news(db, viewer, authors, n) {
  const sees = { $in: [EVERYONE, { own: viewer }, { member: viewer }] };
  return db.posts.find({ author: { $in: authors }, sees }).sort({ at: -1, _id: 1 }).limit(n);
}
