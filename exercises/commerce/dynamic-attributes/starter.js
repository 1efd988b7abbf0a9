// Products as they come. Every question looks at every product.

function setup(db, rows) {
  db.products.insertMany(rows.products);
}

// product: { _id, title, attrs: { name: value } }
function add(db, product) {
  db.products.insertOne(product);
}

// _ids of the products that have all of attrs
function withAttrs(db, attrs) {
  const filter = {};
  for (const [name, value] of Object.entries(attrs)) filter[`attrs.${name}`] = value;
  return db.products.find(filter).map(({ _id }) => _id);
}

// _ids of the products with lo <= value <= hi
function inRange(db, name, lo, hi) {
  return [];
}

// as it was added
function product(db, id) {
  return db.products.findOne({ _id: id });
}

// Run lists what is silver.
withAttrs(db, { color: "silver" });
