// fails: no-walk
// says: documents for
// from: a-list-of-pairs.js
// Leaves `$elemMatch` out of the range and filters in JavaScript: right, and it walks all keys of the name.

function inRange(db, name, lo, hi) {
  const type = (value) => (value instanceof Date ? "date" : typeof value);
  const fits = ({ k, v }) => k === name && type(v) === type(lo) && v >= lo && v <= hi;
  return db.products.find({ "attrs.k": name, "attrs.v": { $gte: lo, $lte: hi } }).toArray().filter(({ attrs }) => attrs.some(fits)).map(({ _id }) => _id);
}
