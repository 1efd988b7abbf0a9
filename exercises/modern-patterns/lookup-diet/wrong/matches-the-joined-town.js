// fails: flat
// says: inTown examined
// from: b-join-last.js
// Joins every order with its customer, and then looks at the town.

function inTown(db, town, n) {
  return db.orders.aggregate([
    ...joined.slice(0, 1),
    { $match: { "customers.town": town } },
    { $sort: { at: -1, _id: 1 } },
    { $limit: n },
    ...joined.slice(1),
  ]).toArray().map(shown);
}
