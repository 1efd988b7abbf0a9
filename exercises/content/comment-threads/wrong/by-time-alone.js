// fails: order
// says: belongs
// from: a-path.js
// Orders by date, whatever a comment replies to.

function page(db, node, after, limit) {
  const later = after ? { $or: [{ posted: { $gt: after.posted } }, { posted: after.posted, _id: { $gt: after._id } }] } : {};
  const comments = db.comments.find({ node, ...later }).sort({ posted: 1, _id: 1 }).limit(limit + 1).toArray();
  const next = comments.length > limit ? { posted: comments[limit - 1].posted, _id: comments[limit - 1]._id } : null;
  return { comments: comments.slice(0, limit), next };
}
