// fails: history
// says: withAttrs(db
// from: a-list-of-pairs.js
// Asks for a name anywhere in the list, and for a value anywhere in the list.

function withAttrs(db, attrs) {
  const conditions = Object.entries(attrs).map(([k, v]) => ({ "attrs.k": k, "attrs.v": v }));
  return db.products.find({ $and: conditions }, { _id: 1 }).map(({ _id }) => _id);
}
