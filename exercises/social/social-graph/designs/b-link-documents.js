// A document for each link; a unique index lists followers in order and refuses the second link.
// wins: When many members are famous, or links have fields of their own.
// stars: one-write, growth

function setup(db, rows) {
  db.links.createIndex({ to: 1, from: 1 }, { unique: true });
  db.members.insertMany(rows.members);
  db.links.insertMany(rows.links);
}

function follow(db, from, to) {
  if (from === to || db.members.countDocuments({ _id: { $in: [from, to] } }) < 2) return false;
  try {
    db.links.insertOne({ from, to });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unfollow(db, from, to) {
  return db.links.deleteOne({ from, to }).deletedCount === 1;
}

function followers(db, id, after, n) {
  const filter = { to: id, ...(after !== null && { from: { $gt: after } }) };
  return db.links.find(filter, { _id: 0, from: 1 }).sort({ from: 1 }).limit(n).map(({ from }) => from);
}

function follows(db, from, to) {
  return db.links.findOne({ from, to }) !== null;
}
