// fails: history
// says: With names that are the same when they are joined
// Names a link by both ends as one text, which two links may have in common.

const nameOf = (from, to) => `${from}:${to}`;

function setup(db, rows) {
  db.links.createIndex({ to: 1, from: 1 });
  db.members.insertMany(rows.members);
  db.links.insertMany(rows.links.map(({ from, to }) => ({ _id: nameOf(from, to), from, to })));
}

function follow(db, from, to) {
  if (from === to || db.members.countDocuments({ _id: { $in: [from, to] } }) < 2) return false;
  try {
    db.links.insertOne({ _id: nameOf(from, to), from, to });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unfollow(db, from, to) {
  return db.links.deleteOne({ _id: nameOf(from, to) }).deletedCount === 1;
}

function followers(db, id, after, n) {
  const filter = { to: id, ...(after !== null && { from: { $gt: after } }) };
  return db.links.find(filter, { _id: 0, from: 1 }).sort({ from: 1 }).limit(n).map(({ from }) => from);
}

function follows(db, from, to) {
  return db.links.findOne({ _id: nameOf(from, to) }) !== null;
}
