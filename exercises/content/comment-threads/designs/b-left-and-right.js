// Each comment has a left and a right number; everything below it lies between. A reply renumbers what comes after.
// wins: When a tree is read all day and changes a few times a month.
// stars: keyset

const shown = { _id: 1, depth: 1, author: 1, text: 1 };
const before = (a, b) => a.posted - b.posted || (a._id < b._id ? -1 : 1);

function setup(db, rows) {
  const below = new Map();
  for (const comment of rows.comments) {
    const key = JSON.stringify([comment.node, comment.parent]);
    below.set(key, [...(below.get(key) ?? []), comment]);
  }
  const numbered = [];
  const number = (node, parent, depth, from) => {
    let at = from;
    for (const comment of (below.get(JSON.stringify([node, parent])) ?? []).sort(before)) {
      const left = at;
      at = number(node, comment._id, depth + 1, left + 1);
      numbered.push({ ...comment, depth, left, right: at });
      at += 1;
    }
    return at;
  };
  for (const node of new Set(rows.comments.map((comment) => comment.node))) number(node, null, 0, 1);
  db.comments.createIndex({ node: 1, left: 1 });
  db.comments.createIndex({ node: 1, parent: 1, posted: 1, _id: 1 });
  db.comments.insertMany(numbered);
}

function reply(db, node, parent, comment) {
  const above = parent === null ? null : db.comments.findOne({ _id: parent, node });
  if (parent !== null && !above) return false;
  const later = { $or: [{ posted: { $gt: comment.posted } }, { posted: comment.posted, _id: { $gt: comment._id } }] };
  const [next] = db.comments.find({ node, parent, ...later }).sort({ posted: 1, _id: 1 }).limit(1).toArray();
  const [last] = next || above ? [] : db.comments.find({ node }).sort({ left: -1 }).limit(1).toArray();
  const [end] = last ? db.comments.find({ node, parent: null }).sort({ posted: -1, _id: -1 }).limit(1).toArray() : [];
  const left = next?.left ?? above?.right ?? (end ? end.right + 1 : 1);
  // One update, so that no reader sees left numbers moved and right ones not.
  const moved = { left: { $cond: [{ $gte: ["$left", left] }, { $add: ["$left", 2] }, "$left"] }, right: { $add: ["$right", 2] } };
  db.comments.updateMany({ node, right: { $gte: left } }, [{ $set: moved }]);
  db.comments.insertOne({ ...comment, node, parent, depth: above ? above.depth + 1 : 0, left, right: left + 1 });
  return true;
}

// From a comment on, in one operation: numbers may change between two.
function page(db, node, after, limit) {
  const rest = [{ $sort: { left: 1 } }, { $limit: limit + 1 }, { $project: shown }];
  const join = { from: "comments", let: { left: "$left" }, pipeline: [{ $match: { node, $expr: { $gt: ["$left", "$$left"] } } }, ...rest], as: "comments" };
  const comments = after === null
    ? db.comments.aggregate([{ $match: { node } }, ...rest]).toArray()
    : db.comments.aggregate([{ $match: { _id: after } }, { $lookup: join }]).toArray()[0].comments;
  const next = comments.length > limit ? comments[limit - 1]._id : null;
  return { comments: comments.slice(0, limit), next };
}

function discussion(db, node, id) {
  const inside = { $and: [{ $gte: ["$left", "$$left"] }, { $lt: ["$left", "$$right"] }] };
  const pipeline = [{ $match: { node, $expr: inside } }, { $sort: { left: 1 } }, { $project: shown }];
  const [top] = db.comments.aggregate([
    { $match: { _id: id, node } },
    { $lookup: { from: "comments", let: { left: "$left", right: "$right" }, pipeline, as: "comments" } },
  ]).toArray();
  return top?.comments ?? [];
}
