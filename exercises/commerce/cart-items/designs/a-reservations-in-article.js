// An article has its free pieces and the carts that hold the others: one guarded update of one document does it all.
// wins: When an article lies in a few dozen carts at most, and carts are looked at seldom.
// stars: one-write

function setup(db, rows) {
  const carted = new Map(rows.products.map(({ sku }) => [sku, []]));
  for (const { _id, lines } of rows.carts) for (const { sku, qty, price } of lines) carted.get(sku).push({ cart: _id, qty, price });
  const reserved = (sku) => carted.get(sku).reduce((sum, { qty }) => sum + qty, 0);
  db.products.createIndex({ "carted.cart": 1 });
  db.products.insertMany(rows.products.map(({ sku, price, qty }) => ({ _id: sku, price, qty, free: qty - reserved(sku), carted: carted.get(sku) })));
}

// The carts that hold the article, after one of them has changed.
function next(cart, delta) {
  const id = { $literal: cart };
  const part = (operator) => ({ $filter: { input: "$carted", cond: { [operator]: ["$$this.cart", id] } } });
  const qty = { $add: ["$$line.qty", delta] };
  const own = { $cond: [{ $gt: [qty, 0] }, [{ $mergeObjects: ["$$line", { qty }] }], []] };
  const line = { $mergeObjects: [{ cart: id, qty: 0, price: "$price" }, { $first: part("$eq") }] };
  return { $let: { vars: { line }, in: { $concatArrays: [part("$ne"), own] } } };
}

function change(db, cart, sku, delta) {
  const guard = delta > 0 ? { free: { $gte: delta } } : delta < 0 ? { carted: { $elemMatch: { cart, qty: { $gte: -delta } } } } : {};
  const update = [{ $set: { free: { $subtract: ["$free", delta] }, carted: next(cart, delta) } }];
  const projection = { carted: { $elemMatch: { cart } } };
  const before = db.products.findOneAndUpdate({ _id: sku, ...guard }, update, { projection, returnDocument: "before" });
  return before && (before.carted?.[0]?.qty ?? 0) + delta;
}

function cartOf(db, cart) {
  const found = db.products.find({ "carted.cart": cart }, { carted: { $elemMatch: { cart } } });
  return { lines: found.map(({ _id, carted: [{ qty, price }] }) => ({ sku: _id, qty, price })).toArray() };
}

function stock(db, sku) {
  const found = db.products.findOne({ _id: sku }, { qty: 1, free: 1 });
  return found && { free: found.free, reserved: found.qty - found.free };
}

function setPrice(db, sku, price) {
  db.products.updateOne({ _id: sku }, { $set: { price } });
}
