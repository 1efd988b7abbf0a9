// fails: becomes-old
// says: during archive(db)
// from: a-copy-and-compare.js
// Archives the old orders at once; later ones are copied and deleted, and a state that is set in between is lost.

function setup(db, rows) {
  for (const orders of [db.hot, db.cold]) orders.createIndex({ customer: 1, date: -1, _id: 1 });
  const isOld = ({ date }) => date < limit();
  db.cold.insertMany(rows.orders.filter(isOld));
  db.hot.insertMany(rows.orders.filter((order) => !isOld(order)));
}

function archive(db) {
  const old = { date: { $lt: limit() } };
  db.hot.aggregate([{ $match: old }, { $merge: { into: "cold", whenMatched: "replace" } }]);
  db.hot.deleteMany(old);
}
