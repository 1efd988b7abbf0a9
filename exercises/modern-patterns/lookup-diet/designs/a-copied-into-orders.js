// Name, town and titles are copied into each order: the screens read orders alone, a move writes those of its customer.
// wins: When screens are opened all day and customers seldom move.
// stars: one-document, flat

function setup(db, rows) {
  db.orders.createIndex({ at: -1, _id: 1 });
  db.orders.createIndex({ town: 1, at: -1, _id: 1 });
  db.orders.createIndex({ customer: 1 });
  db.orders.createIndex({ "lines.product": 1 });
  const customers = new Map(rows.customers.map((customer) => [customer._id, customer]));
  const titles = new Map(rows.products.map(({ _id, title }) => [_id, title]));
  db.customers.insertMany(rows.customers);
  db.orders.insertMany(rows.orders.map((order) => {
    const { name = null, town } = customers.get(order.customer) ?? {};
    const copies = { name, titles: order.lines.map(({ product }) => titles.get(product)) };
    return { ...order, ...copies, ...(town !== undefined && { town }) };
  }));
}

const shown = { name: 1, at: 1, titles: 1 };

function latest(db, n) {
  return db.orders.find({}, shown).sort({ at: -1, _id: 1 }).limit(n);
}

function inTown(db, town, n) {
  return db.orders.find({ town }, shown).sort({ at: -1, _id: 1 }).limit(n);
}

// The customer first: who dies in between sends it again.
function move(db, customer, { name, town }) {
  const { matchedCount } = db.customers.updateOne({ _id: customer }, { $set: { name, town } });
  if (matchedCount === 1) db.orders.updateMany({ customer }, { $set: { name, town } });
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
