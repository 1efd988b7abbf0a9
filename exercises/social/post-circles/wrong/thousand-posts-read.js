// fails: history
// says: has 1000 elements
// from: d-filtered-in-the-client.js
// Reads the newest thousand posts of the authors, and shows those that the viewer may see.

function news(db, viewer, authors, n) {
  const circles = new Map(db.members.find({ _id: { $in: authors } }).toArray().map((member) => [member._id, member.circles]));
  const sees = ({ author, audience }) => {
    if (author === viewer || audience === "public") return true;
    const names = circles.get(author).filter(({ member }) => member === viewer).map(({ circle }) => circle);
    return audience === "circles" ? names.length > 0 : names.some((name) => audience.includes(name));
  };
  const posts = db.posts.find({ author: { $in: authors } }).sort({ at: -1, _id: 1 }).limit(1000).toArray().filter(sees);
  return posts.slice(0, n);
}
