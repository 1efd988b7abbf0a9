// The town, by which orders are found, is copied; names and titles, which are only shown, are joined after the limit.
// wins: When towns change seldom and names often.
// stars: flat

function setup(db, rows) {
  db.orders.createIndex({ at: -1, _id: 1 });
  db.orders.createIndex({ town: 1, at: -1, _id: 1 });
  db.orders.createIndex({ customer: 1 });
  db.orders.createIndex({ "lines.product": 1 });
  const towns = new Map(rows.customers.map(({ _id, town }) => [_id, town]));
  db.customers.insertMany(rows.customers);
  db.products.insertMany(rows.products);
  db.orders.insertMany(rows.orders.map((order) => (towns.has(order.customer) ? { ...order, town: towns.get(order.customer) } : order)));
}

// Stages that join names and titles to few orders.
const joined = [
  { $lookup: { from: "customers", localField: "customer", foreignField: "_id", as: "customers" } },
  { $lookup: { from: "products", localField: "lines.product", foreignField: "_id", as: "products" } },
];

// Titles in the order of the lines; a product may stand in several.
function shown({ _id, at, lines, customers, products }) {
  const titles = new Map(products.map((product) => [product._id, product.title]));
  return { _id, name: customers[0]?.name ?? null, at, titles: lines.map(({ product }) => titles.get(product)) };
}

function newest(db, filter, n) {
  return db.orders.aggregate([{ $match: filter }, { $sort: { at: -1, _id: 1 } }, { $limit: n }, ...joined]).toArray().map(shown);
}

function latest(db, n) {
  return newest(db, {}, n);
}

function inTown(db, town, n) {
  return newest(db, { town }, n);
}

function move(db, customer, { name, town }) {
  const { matchedCount } = db.customers.updateOne({ _id: customer }, { $set: { name, town } });
  if (matchedCount === 1) db.orders.updateMany({ customer }, { $set: { town } });
}

function productSales(db, product) {
  const [found] = db.orders.aggregate([
    { $match: { "lines.product": product } },
    { $unwind: "$lines" },
    { $match: { "lines.product": product } },
    { $group: { _id: null, pieces: { $sum: "$lines.qty" } } },
  ]).toArray();
  return found?.pieces ?? 0;
}
