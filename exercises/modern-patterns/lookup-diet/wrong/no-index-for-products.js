// fails: flat
// says: productSales examined
// from: a-copied-into-orders.js
// Nobody has thought of the report: it reads all orders.

function setup(db, rows) {
  db.orders.createIndex({ at: -1, _id: 1 });
  db.orders.createIndex({ town: 1, at: -1, _id: 1 });
  db.orders.createIndex({ customer: 1 });
  const customers = new Map(rows.customers.map((customer) => [customer._id, customer]));
  const titles = new Map(rows.products.map(({ _id, title }) => [_id, title]));
  db.customers.insertMany(rows.customers);
  db.orders.insertMany(rows.orders.map((order) => {
    const { name = null, town } = customers.get(order.customer) ?? {};
    const copies = { name, titles: order.lines.map(({ product }) => titles.get(product)) };
    return { ...order, ...copies, ...(town !== undefined && { town }) };
  }));
}
