// The cart has the lines and is right; the article has a counter of free pieces, which `repair` can compute from the lines.
// wins: When an article may lie in any number of carts. This is how most shops do it.
// stars: cart-trip, busy-article

function setup(db, rows) {
  const reserved = new Map();
  for (const { sku, qty } of rows.carts.flatMap(({ lines }) => lines)) reserved.set(sku, (reserved.get(sku) ?? 0) + qty);
  db.products.insertMany(rows.products.map(({ sku, price, qty }) => ({ _id: sku, price, qty, free: qty - (reserved.get(sku) ?? 0) })));
  db.carts.insertMany(rows.carts);
}

const quantity = (cart, sku) => cart?.lines.find((line) => line.sku === sku)?.qty ?? 0;

function change(db, cart, sku, delta) {
  if (delta > 0) return add(db, cart, sku, delta);
  if (delta < 0) return take(db, cart, sku, -delta);
  return db.products.findOne({ _id: sku }) && quantity(db.carts.findOne({ _id: cart }), sku);
}

// Stock first: a client that dies has reserved too much, and promised nothing.
function add(db, cart, sku, n) {
  const product = db.products.findOneAndUpdate({ _id: sku, free: { $gte: n } }, { $inc: { free: -n } });
  if (!product) return null;
  for (;;) {
    const line = { $elemMatch: { sku, qty: { $gt: 0 } } };
    const raised = db.carts.findOneAndUpdate({ _id: cart, lines: line }, { $inc: { "lines.$.qty": n } }, { returnDocument: "after" });
    if (raised) return quantity(raised, sku);
    db.carts.updateOne({ _id: cart }, { $pull: { lines: { sku, qty: 0 } } });
    try {
      const push = { $push: { lines: { sku, qty: n, price: product.price } } };
      const { modifiedCount, upsertedCount } = db.carts.updateOne({ _id: cart, "lines.sku": { $ne: sku } }, push, { upsert: true });
      if (modifiedCount + upsertedCount === 1) return n;
    } catch (error) {
      // The other window has just added the line.
      if (error.code !== 11000) throw error;
    }
  }
}

function take(db, cart, sku, n) {
  const line = { $elemMatch: { sku, qty: { $gte: n } } };
  const lowered = db.carts.findOneAndUpdate({ _id: cart, lines: line }, { $inc: { "lines.$.qty": -n } }, { returnDocument: "after" });
  if (!lowered) return null;
  db.products.updateOne({ _id: sku }, { $inc: { free: n } });
  return quantity(lowered, sku);
}

// A line at 0 stays until the article comes back.
function cartOf(db, cart) {
  return { lines: (db.carts.findOne({ _id: cart })?.lines ?? []).filter(({ qty }) => qty > 0) };
}

function stock(db, sku) {
  const found = db.products.findOne({ _id: sku });
  return found && { free: found.free, reserved: found.qty - found.free };
}

function setPrice(db, sku, price) {
  db.products.updateOne({ _id: sku }, { $set: { price } });
}

function repair(db) {
  const reserved = new Map();
  for (const { lines } of db.carts.find()) for (const { sku, qty } of lines) reserved.set(sku, (reserved.get(sku) ?? 0) + qty);
  for (const { _id, qty, free } of db.products.find().toArray()) {
    const right = qty - (reserved.get(_id) ?? 0);
    if (free !== right) db.products.updateOne({ _id }, { $set: { free: right } });
  }
}
