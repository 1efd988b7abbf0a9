// Lines are in the cart. Nobody looks whether a piece is free, and nothing is reserved.

function setup(db, rows) {
  db.products.insertMany(rows.products.map(({ sku, price, qty }) => ({ _id: sku, price, qty })));
  db.carts.insertMany(rows.carts);
}

// the new quantity, or null if refused
function change(db, cart, sku, delta) {
  const { price } = db.products.findOne({ _id: sku });
  db.carts.updateOne({ _id: cart }, { $push: { lines: { sku, qty: delta, price } } });
  return delta;
}

// { lines: [{ sku, qty, price }] }
function cartOf(db, cart) {
  return { lines: db.carts.findOne({ _id: cart })?.lines ?? [] };
}

// { free, reserved }, null for an unknown article
function stock(db, sku) {
  return { free: 0, reserved: 0 };
}

function setPrice(db, sku, price) {
  db.products.updateOne({ _id: sku }, { $set: { price } });
}

// Run shows a cart.
cartOf(db, 1);
