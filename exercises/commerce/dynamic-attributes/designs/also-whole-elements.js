// The list of { k, v } with an index on the elements as a whole: a value is a sub-document, and so are the ends of a range.
// stars: no-walk, one-trip

const stored = ({ attrs, ...product }) => ({ ...product, attrs: Object.entries(attrs).map(([k, v]) => ({ k, v })) });

function setup(db, rows) {
  db.products.createIndex({ attrs: 1 });
  db.products.insertMany(rows.products.map(stored));
}

function add(db, product) {
  try {
    db.products.insertOne(stored(product));
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function withAttrs(db, attrs) {
  return db.products.find({ attrs: { $all: Object.entries(attrs).map(([k, v]) => ({ k, v })) } }).map(({ _id }) => _id);
}

function inRange(db, name, lo, hi) {
  return db.products.find({ attrs: { $elemMatch: { $gte: { k: name, v: lo }, $lte: { k: name, v: hi } } } }).map(({ _id }) => _id);
}

function product(db, id) {
  const found = db.products.findOne({ _id: id });
  return found && { ...found, attrs: Object.fromEntries(found.attrs.map(({ k, v }) => [k, v])) };
}
