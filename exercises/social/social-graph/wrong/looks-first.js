// fails: rival
// says: at the same moment
// from: b-link-documents.js
// Looks whether the link is there, then stores it, with nothing unique.

function setup(db, rows) {
  db.links.createIndex({ to: 1, from: 1 });
  db.members.insertMany(rows.members);
  db.links.insertMany(rows.links);
}

function follow(db, from, to) {
  if (from === to || db.members.countDocuments({ _id: { $in: [from, to] } }) < 2 || follows(db, from, to)) return false;
  db.links.insertOne({ from, to });
  return true;
}
