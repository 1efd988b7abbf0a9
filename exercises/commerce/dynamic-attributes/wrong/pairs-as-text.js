// fails: history
// says: which is not expected
// from: a-list-of-pairs.js
// Searches for JSON text of name and value; JSON writes a date as a string, so the two match.

const stored = ({ attrs, ...product }) => ({
  ...product,
  attrs: Object.entries(attrs).map(([k, v]) => ({ k, v })),
  pairs: Object.entries(attrs).map((pair) => JSON.stringify(pair)),
});

function withAttrs(db, attrs) {
  const pairs = Object.entries(attrs).map((pair) => JSON.stringify(pair));
  return db.products.find({ pairs: { $all: pairs } }, { _id: 1 }).map(({ _id }) => _id);
}

function product(db, id) {
  const found = db.products.findOne({ _id: id });
  return found && { _id: id, title: found.title, attrs: Object.fromEntries(found.attrs.map(({ k, v }) => [k, v])) };
}
