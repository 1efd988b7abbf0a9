// fails: history
// says: inRange(db
// from: a-list-of-pairs.js
// Stores every value as a string, with its type to convert it back.

const stored = ({ attrs, ...product }) => ({ ...product, attrs: Object.entries(attrs).map(([k, v]) => ({ k, v: text(v), type: type(v) })) });
const type = (value) => (value instanceof Date ? "date" : typeof value);
const text = (value) => (value instanceof Date ? value.toISOString() : String(value));
const back = { date: (v) => new Date(v), number: Number, boolean: (v) => v === "true", string: (v) => v };

function withAttrs(db, attrs) {
  const conditions = Object.entries(attrs).map(([k, v]) => ({ $elemMatch: { k, v: text(v), type: type(v) } }));
  return db.products.find({ attrs: { $all: conditions } }, { _id: 1 }).map(({ _id }) => _id);
}

function inRange(db, name, lo, hi) {
  const element = { k: name, v: { $gte: text(lo), $lte: text(hi) }, type: type(lo) };
  return db.products.find({ attrs: { $elemMatch: element } }, { _id: 1 }).map(({ _id }) => _id);
}

function product(db, id) {
  const found = db.products.findOne({ _id: id });
  return found && { ...found, attrs: Object.fromEntries(found.attrs.map(({ k, v, type }) => [k, back[type](v)])) };
}
