// fails: rivals
// says: at the same moment
// from: b-left-and-right.js
// Shifts the comments behind the new one twice: in between the numbers of its ancestors do not hold their comments.

function reply(db, node, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent, node });
  if (parent !== null && !above) return false;
  const later = { $or: [{ posted: { $gt: comment.posted } }, { posted: comment.posted, _id: { $gt: comment._id } }] };
  const [next] = db.comments.find({ node, parent, ...later }).sort({ posted: 1, _id: 1 }).limit(1).toArray();
  const [end] = next || above ? [] : db.comments.find({ node, parent: null }).sort({ posted: -1, _id: -1 }).limit(1).toArray();
  const left = next?.left ?? above?.right ?? (end ? end.right + 1 : 1);
  db.comments.insertOne({ ...comment, node, parent, depth: above ? above.depth + 1 : 0, left, right: left + 1 });
  const others = { node, _id: { $ne: comment._id } };
  db.comments.updateMany({ ...others, left: { $gte: left } }, { $inc: { left: 2 } });
  db.comments.updateMany({ ...others, right: { $gte: left } }, { $inc: { right: 2 } });
  return true;
}
