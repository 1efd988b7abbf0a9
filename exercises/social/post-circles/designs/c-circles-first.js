// The authors' circles are read first; from those that the viewer is in, the filter is made.
// wins: When authors are few and their posts mostly visible.
// stars: calm-circle

function setup(db, rows) {
  db.posts.createIndex({ author: 1, at: -1, _id: 1 });
  db.members.insertMany(rows.members.map(({ _id, circles }) => ({
    _id, circles: circles.flatMap(({ name, members }) => members.map((member) => ({ circle: name, member }))),
  })));
  db.posts.insertMany(rows.posts.map(stored));
}

// The kind of audience, apart from the names: a circle may be called "public".
const stored = ({ audience, ...post }) => (Array.isArray(audience) ? { ...post, to: "some", names: audience } : { ...post, to: audience, names: [] });

function post(db, post) {
  db.posts.updateOne({ _id: post._id }, { $setOnInsert: stored(post) }, { upsert: true });
}

function setCircle(db, author, circle, member, on) {
  db.members.updateOne({ _id: author }, { [on ? "$addToSet" : "$pull"]: { circles: { circle, member } } });
}

function wall(db, author, viewer, n) {
  return news(db, viewer, [author], n);
}

function news(db, viewer, authors, n) {
  const visible = db.members.find({ _id: { $in: authors } }).toArray().map(({ _id: author, circles }) => {
    const names = circles.filter(({ member }) => member === viewer).map(({ circle }) => circle);
    if (author === viewer) return { author };
    const to = names.length > 0 ? ["public", "circles"] : ["public"];
    return { author, $or: [{ to: { $in: to } }, { names: { $in: names } }] };
  });
  if (visible.length === 0) return [];
  return db.posts.find({ $or: visible }).sort({ at: -1, _id: 1 }).limit(n);
}
