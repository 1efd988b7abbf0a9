// Followers are a sorted list in the member; from a thousand on, each further one is a document of its own.
// wins: When nearly all profiles are small, and the few famous members must not break anything.
// stars: one-document, one-write, growth

const MOST = 1000;

function setup(db, rows) {
  const lists = new Map(rows.members.map(({ _id }) => [_id, []]));
  for (const { from, to } of rows.links) lists.get(to).push(from);
  const more = [];
  db.links.createIndex({ to: 1, from: 1 }, { unique: true });
  db.members.insertMany(
    rows.members.map((member) => {
      const list = lists.get(member._id).sort();
      more.push(...list.slice(MOST).map((from) => ({ from, to: member._id })));
      return { ...member, followers: list.slice(0, MOST), full: list.length > MOST };
    }),
  );
  if (more.length > 0) db.links.insertMany(more);
}

function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: from }, { _id: 1 })) return false;
  for (;;) {
    const { modifiedCount } = db.members.updateOne(
      { _id: to, full: false, followers: { $ne: from }, [`followers.${MOST - 1}`]: { $exists: false } },
      { $push: { followers: { $each: [from], $sort: 1 } } },
    );
    if (modifiedCount === 1) return true;
    const member = db.members.findOne({ _id: to });
    if (!member || member.followers.includes(from)) return false;
    // The mark is never removed: a list that took followers again could hold one who has a document.
    if (member.full) break;
    db.members.updateOne({ _id: to, [`followers.${MOST - 1}`]: { $exists: true } }, { $set: { full: true } });
  }
  try {
    db.links.insertOne({ from, to });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unfollow(db, from, to) {
  if (db.members.updateOne({ _id: to, followers: from }, { $pull: { followers: from } }).modifiedCount === 1) return true;
  return db.links.deleteOne({ from, to }).deletedCount === 1;
}

function followers(db, id, after, n) {
  const member = db.members.findOne({ _id: id });
  if (!member) return [];
  const listed = member.followers.filter((from) => after === null || from > after).slice(0, n);
  if (!member.full) return listed;
  const filter = { to: id, ...(after !== null && { from: { $gt: after } }) };
  const more = db.links.find(filter, { _id: 0, from: 1 }).sort({ from: 1 }).limit(n).map(({ from }) => from);
  return [...listed, ...more].sort().slice(0, n);
}

function follows(db, from, to) {
  return db.members.findOne({ _id: to, followers: from }, { _id: 1 }) !== null || db.links.findOne({ from, to }) !== null;
}
