// fails: history
// says: promised
// from: d-filtered-in-the-client.js
// Takes a post to a circle called `public` for a public one: an array matches a value that is in it.

function news(db, viewer, authors, n) {
  const circles = new Map(db.members.find({ _id: { $in: authors } }).toArray().map((member) => [member._id, member.circles]));
  const visible = authors.map((author) => {
    const names = (circles.get(author) ?? []).filter(({ member }) => member === viewer).map(({ circle }) => circle);
    if (author === viewer) return { author };
    return { author, audience: { $in: ["public", ...names, ...(names.length > 0 ? ["circles"] : [])] } };
  });
  return db.posts.find({ $or: visible }).sort({ at: -1, _id: 1 }).limit(n);
}
