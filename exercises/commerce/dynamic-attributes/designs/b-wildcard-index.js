// Products as given, with names encoded so that no dot and no dollar is left, and a wildcard index over them.
// wins: When space matters, and nothing but the property itself leads the search.
// stars: no-walk, one-trip, small

const encoded = (name) => name.replace(/[%.$]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const decoded = (name) => name.replace(/%(..)/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
const renamed = ({ attrs, ...product }, to) => ({ ...product, attrs: Object.fromEntries(Object.entries(attrs).map(([name, value]) => [to(name), value])) });

function setup(db, rows) {
  db.products.createIndex({ "attrs.$**": 1 });
  db.products.insertMany(rows.products.map((product) => renamed(product, encoded)));
}

function add(db, product) {
  db.products.replaceOne({ _id: product._id }, renamed(product, encoded), { upsert: true });
}

function withAttrs(db, attrs) {
  const conditions = Object.entries(attrs).map(([name, value]) => [`attrs.${encoded(name)}`, value]);
  return db.products.find(Object.fromEntries(conditions), { _id: 1 }).map(({ _id }) => _id);
}

function inRange(db, name, lo, hi) {
  return db.products.find({ [`attrs.${encoded(name)}`]: { $gte: lo, $lte: hi } }, { _id: 1 }).map(({ _id }) => _id);
}

function product(db, id) {
  const found = db.products.findOne({ _id: id });
  return found && renamed(found, decoded);
}
