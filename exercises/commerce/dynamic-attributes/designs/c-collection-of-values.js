// A document for each property of each product; several conditions are grouped by product, so the index serves all of them.
// wins: When filters with many conditions are common.
// stars: no-walk, one-trip

function setup(db, rows) {
  db.values.createIndex({ k: 1, v: 1, "_id.product": 1 });
  db.values.createIndex({ "_id.product": 1 });
  db.products.insertMany(rows.products.map(({ _id, title }) => ({ _id, title })));
  db.values.insertMany(rows.products.flatMap(valuesOf));
}

function valuesOf({ _id, attrs }) {
  return Object.entries(attrs).map(([k, v]) => ({ _id: { product: _id, k }, k, v }));
}

function add(db, product) {
  const values = valuesOf(product);
  if (values.length > 0) db.values.bulkWrite(values.map((value) => ({ replaceOne: { filter: { _id: value._id }, replacement: value, upsert: true } })));
  db.products.replaceOne({ _id: product._id }, { title: product.title }, { upsert: true });
}

function withAttrs(db, attrs) {
  const conditions = Object.entries(attrs).map(([k, v]) => ({ k, v }));
  const found = db.values.aggregate([
    { $match: { $or: conditions } },
    { $group: { _id: "$_id.product", met: { $sum: 1 } } },
    { $match: { met: conditions.length } },
  ]);
  return found.map(({ _id }) => _id);
}

function inRange(db, name, lo, hi) {
  return db.values.find({ k: name, v: { $gte: lo, $lte: hi } }, { _id: 0, "_id.product": 1 }).map(({ _id }) => _id.product);
}

function product(db, id) {
  const found = db.products.findOne({ _id: id });
  if (!found) return null;
  const attrs = db.values.find({ "_id.product": id }).map(({ k, v }) => [k, v]).toArray();
  return { ...found, attrs: Object.fromEntries(attrs) };
}
