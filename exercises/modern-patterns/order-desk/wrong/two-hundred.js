// Shows 200 things of a desk at most.
// fails: history
// says: After 202 calls of add
// from: b-link-documents.js

function desk(db, order) {
  return db.desk.aggregate([...linked(order), { $sort: { type: 1, _id: 1 } }, { $limit: 200 }]).toArray();
}
