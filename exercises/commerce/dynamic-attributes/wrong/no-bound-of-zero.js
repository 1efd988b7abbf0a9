// fails: history
// says: inRange(db
// from: a-list-of-pairs.js
// Leaves out a bound of 0.

function inRange(db, name, lo, hi) {
  const v = {};
  if (lo) v.$gte = lo;
  if (hi) v.$lte = hi;
  const element = lo || hi ? { k: name, v } : { k: name, v: lo };
  return db.products.find({ attrs: { $elemMatch: element } }, { _id: 1 }).map(({ _id }) => _id);
}
