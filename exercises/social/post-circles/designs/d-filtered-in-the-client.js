// Members and posts as they come; the client reads all posts of the authors and keeps what the viewer may see.
// wins: When there are few posts.
// stars: calm-circle

function setup(db, rows) {
  db.posts.createIndex({ author: 1 });
  db.members.insertMany(rows.members.map(({ _id, circles }) => ({
    _id, circles: circles.flatMap(({ name, members }) => members.map((member) => ({ circle: name, member }))),
  })));
  db.posts.insertMany(rows.posts);
}

function post(db, post) {
  db.posts.updateOne({ _id: post._id }, { $setOnInsert: post }, { upsert: true });
}

function setCircle(db, author, circle, member, on) {
  db.members.updateOne({ _id: author }, { [on ? "$addToSet" : "$pull"]: { circles: { circle, member } } });
}

function wall(db, author, viewer, n) {
  return news(db, viewer, [author], n);
}

function news(db, viewer, authors, n) {
  const circles = new Map(db.members.find({ _id: { $in: authors } }).toArray().map((member) => [member._id, member.circles]));
  const sees = ({ author, audience }) => {
    if (author === viewer || audience === "public") return true;
    const names = circles.get(author).filter(({ member }) => member === viewer).map(({ circle }) => circle);
    return audience === "circles" ? names.length > 0 : names.some((name) => audience.includes(name));
  };
  const posts = db.posts.find({ author: { $in: authors } }).toArray().filter(sees);
  return posts.sort((a, b) => b.at - a.at || (a._id < b._id ? -1 : 1)).slice(0, n);
}
