// fails: rival
// says: "m12" sees a post to the circle "made now"
// from: d-filtered-in-the-client.js
// Adds a circle that is not found: two clients that make the same one at once leave two of them.

function setup(db, rows) {
  db.posts.createIndex({ author: 1 });
  db.members.insertMany(rows.members);
  db.posts.insertMany(rows.posts);
}

function setCircle(db, author, circle, member, on) {
  const found = { _id: author, "circles.name": circle };
  const { matchedCount } = db.members.updateOne(found, { [on ? "$addToSet" : "$pull"]: { "circles.$.members": member } });
  if (matchedCount === 0 && on) db.members.updateOne({ _id: author }, { $push: { circles: { name: circle, members: [member] } } });
}

function news(db, viewer, authors, n) {
  const circles = new Map(db.members.find({ _id: { $in: authors } }).toArray().map((member) => [member._id, member.circles]));
  const sees = ({ author, audience }) => {
    if (author === viewer || audience === "public") return true;
    const names = circles.get(author).filter(({ members }) => members.includes(viewer)).map(({ name }) => name);
    return audience === "circles" ? names.length > 0 : names.some((name) => audience.includes(name));
  };
  const posts = db.posts.find({ author: { $in: authors } }).toArray().filter(sees);
  return posts.sort((a, b) => b.at - a.at || (a._id < b._id ? -1 : 1)).slice(0, n);
}
