// Both members list each other; a transaction changes the two lists together.
// wins: When both lists are shown all day, changes are rare, and nobody is famous.
// stars: one-document

function setup(db, rows) {
  const lists = new Map(rows.members.map(({ _id }) => [_id, { followers: [], following: [] }]));
  for (const { from, to } of rows.links) {
    lists.get(to).followers.push(from);
    lists.get(from).following.push(to);
  }
  for (const { followers } of lists.values()) followers.sort();
  db.members.insertMany(rows.members.map((member) => ({ ...member, ...lists.get(member._id) })));
}

// Runs both updates or none; false if the first one finds nothing to change.
function together(db, first, second) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => {
      const { members } = session.getDatabase(db.getName());
      return members.updateOne(...first).modifiedCount === 1 && members.updateOne(...second).matchedCount === 1;
    });
  } finally {
    session.endSession();
  }
}

function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: from }, { _id: 1 })) return false;
  return together(
    db,
    [{ _id: to, followers: { $ne: from } }, { $push: { followers: { $each: [from], $sort: 1 } } }],
    [{ _id: from }, { $push: { following: to } }],
  );
}

function unfollow(db, from, to) {
  return together(db, [{ _id: to, followers: from }, { $pull: { followers: from } }], [{ _id: from }, { $pull: { following: to } }]);
}

function followers(db, id, after, n) {
  const list = db.members.findOne({ _id: id })?.followers ?? [];
  return list.filter((from) => after === null || from > after).slice(0, n);
}

function follows(db, from, to) {
  return db.members.findOne({ _id: from, following: to }, { _id: 1 }) !== null;
}
