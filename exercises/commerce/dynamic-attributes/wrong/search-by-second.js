// fails: history
// says: has 0 elements, promised 1
// Searches by dates that are cut to seconds.

function setup(db, rows) {
  db.createCollection("products");
  db.products.createIndex({ "a.k": 1, "a.v": 1 });
  db.products.insertMany(rows.products.map(pack));
}
const pack = ({ _id, title, attrs }) => ({ _id, title, a: Object.entries(attrs).map(([k, v]) => ({ k, v: v instanceof Date ? new Date(1000 * Math.floor(v / 1000)) : v, e: v })) });
function add(db, product) {
  db.products.updateOne({ _id: product._id }, { $setOnInsert: pack(product) }, { upsert: true });
}
function withAttrs(db, attrs) {
  return db.products.find({ $and: Object.entries(attrs).map(([k, v]) => ({ a: { $elemMatch: { k, v: v instanceof Date ? new Date(1000 * Math.floor(v / 1000)) : v } } })) }, { _id: 1 }).toArray().map((d) => d._id);
}
function inRange(db, name, lo, hi) {
  return db.products.find({ a: { $elemMatch: { k: name, v: { $gte: lo, $lte: hi } } } }, { _id: 1 }).batchSize(10000).toArray().map((d) => d._id);
}
function product(db, id) {
  const p = db.products.findOne({ _id: id });
  if (!p) return null;
  const attrs = {};
  for (const { k, e: v } of p.a) Object.defineProperty(attrs, k, { value: v, enumerable: true, configurable: true, writable: true });
  return { _id: p._id, title: p.title, attrs };
}
