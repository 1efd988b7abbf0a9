// fails: history
// says: After add(db
// from: c-collection-per-type.js
// Joins the types that it knows, and no others.

function desk(db, order) {
  return everywhere(db, { links: order }, { $match: { type: { $in: Object.keys(KNOWN) } } }, { $sort: { type: 1, _id: 1 } });
}
