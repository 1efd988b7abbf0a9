// Names become values: a list of { k, v } in each product, and one index for all names.
// wins: When an index has to lead with another field, such as a category.
// stars: no-walk, one-trip

const stored = ({ attrs, ...product }) => ({ ...product, attrs: Object.entries(attrs).map(([k, v]) => ({ k, v })) });

function setup(db, rows) {
  db.products.createIndex({ "attrs.k": 1, "attrs.v": 1 });
  db.products.insertMany(rows.products.map(stored));
}

function add(db, product) {
  db.products.replaceOne({ _id: product._id }, stored(product), { upsert: true });
}

function withAttrs(db, attrs) {
  const conditions = Object.entries(attrs).map(([k, v]) => ({ $elemMatch: { k, v } }));
  return db.products.find({ attrs: { $all: conditions } }, { _id: 1 }).map(({ _id }) => _id);
}

function inRange(db, name, lo, hi) {
  return db.products.find({ attrs: { $elemMatch: { k: name, v: { $gte: lo, $lte: hi } } } }, { _id: 1 }).map(({ _id }) => _id);
}

function product(db, id) {
  const found = db.products.findOne({ _id: id });
  return found && { ...found, attrs: Object.fromEntries(found.attrs.map(({ k, v }) => [k, v])) };
}
