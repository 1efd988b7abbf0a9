// fails: history
// says: promised
// Keeps followers as the keys of a map: a dot in an id is taken for a path.

function setup(db, rows) {
  db.members.insertMany(rows.members.map((member) => ({ ...member, followers: {} })));
  for (const { _id } of rows.members) {
    const keys = rows.links.filter(({ to }) => to === _id).map(({ from }) => [from, true]);
    if (keys.length > 0) db.members.updateOne({ _id }, { $set: { followers: Object.fromEntries(keys) } });
  }
}

function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: from }) || follows(db, from, to)) return false;
  return db.members.updateOne({ _id: to }, { $set: { [`followers.${from}`]: true } }).modifiedCount === 1;
}

function unfollow(db, from, to) {
  if (!follows(db, from, to)) return false;
  return db.members.updateOne({ _id: to }, { $unset: { [`followers.${from}`]: "" } }).modifiedCount === 1;
}

function followers(db, id, after, n) {
  const list = Object.keys(db.members.findOne({ _id: id })?.followers ?? {}).sort();
  return list.filter((from) => after === null || from > after).slice(0, n);
}

function follows(db, from, to) {
  return Object.hasOwn(db.members.findOne({ _id: to })?.followers ?? {}, from);
}
