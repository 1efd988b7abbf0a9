// Everything once: the customers of the town are found first, and names and titles are joined after the limit.
// wins: When customers move often, or copies must never lag behind.
// stars: flat, calm-move

function setup(db, rows) {
  db.customers.createIndex({ town: 1 });
  db.orders.createIndex({ at: -1, _id: 1 });
  db.orders.createIndex({ customer: 1, at: -1, _id: 1 });
  db.orders.createIndex({ "lines.product": 1 });
  db.customers.insertMany(rows.customers);
  db.products.insertMany(rows.products);
  db.orders.insertMany(rows.orders);
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
  const customers = db.customers.find({ town }, { _id: 1 }).toArray().map(({ _id }) => _id);
  return newest(db, { customer: { $in: customers } }, n);
}

function move(db, customer, change) {
  db.customers.updateOne({ _id: customer }, { $set: change });
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
