// fails: history
// says: promised
// from: d-filtered-in-the-client.js
// Takes the first n posts, then drops those that the viewer may not see.

function news(db, viewer, authors, n) {
  const circles = new Map(db.members.find({ _id: { $in: authors } }).toArray().map((member) => [member._id, member.circles]));
  const sees = ({ author, audience }) => {
    if (author === viewer || audience === "public") return true;
    const names = circles.get(author).filter(({ member }) => member === viewer).map(({ circle }) => circle);
    return audience === "circles" ? names.length > 0 : names.some((name) => audience.includes(name));
  };
  return db.posts.find({ author: { $in: authors } }).sort({ at: -1, _id: 1 }).limit(n).toArray().filter(sees);
}
