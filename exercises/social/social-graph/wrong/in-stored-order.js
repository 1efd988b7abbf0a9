// fails: history
// says: the right elements in another order
// from: b-link-documents.js
// Asks for no order.

function setup(db, rows) {
  db.links.createIndex({ from: 1, to: 1 }, { unique: true });
  db.members.insertMany(rows.members);
  db.links.insertMany(rows.links);
}

function followers(db, id, after, n) {
  const filter = { to: id, ...(after !== null && { from: { $gt: after } }) };
  return db.links.find(filter, { _id: 0, from: 1 }).limit(n).map(({ from }) => from);
}
