// A document for each line and a counter in the article, changed in one transaction: nothing to repair.
// wins: When many programs change lines, and nobody runs a repair.
// stars: busy-article

function setup(db, rows) {
  const lines = rows.carts.flatMap(({ _id, lines }) => lines.map(({ sku, qty, price }) => ({ _id: { cart: _id, sku }, qty, price })));
  const reserved = new Map();
  for (const { _id, qty } of lines) reserved.set(_id.sku, (reserved.get(_id.sku) ?? 0) + qty);
  db.lines.createIndex({ "_id.cart": 1 });
  db.products.insertMany(rows.products.map(({ sku, price, qty }) => ({ _id: sku, price, qty, free: qty - (reserved.get(sku) ?? 0) })));
  db.lines.insertMany(lines);
}

function change(db, cart, sku, delta) {
  const session = db.getMongo().startSession();
  const REFUSED = new Error("refused");
  let qty = null;
  try {
    session.withTransaction(() => {
      const { products, lines } = session.getDatabase(db.getName());
      const _id = { cart, sku };
      const product = products.findOneAndUpdate({ _id: sku, free: { $gte: delta } }, { $inc: { free: -delta } });
      qty = (lines.findOne({ _id })?.qty ?? 0) + delta;
      if (!product || qty < 0) throw REFUSED;
      if (qty === 0) lines.deleteOne({ _id });
      else lines.updateOne({ _id }, { $set: { qty }, $setOnInsert: { price: product.price } }, { upsert: true });
    });
    return qty;
  } catch (error) {
    if (error !== REFUSED) throw error;
    return null;
  } finally {
    session.endSession();
  }
}

function cartOf(db, cart) {
  return { lines: db.lines.find({ "_id.cart": cart }).map(({ _id, qty, price }) => ({ sku: _id.sku, qty, price })).toArray() };
}

function stock(db, sku) {
  const found = db.products.findOne({ _id: sku });
  return found && { free: found.free, reserved: found.qty - found.free };
}

function setPrice(db, sku, price) {
  db.products.updateOne({ _id: sku }, { $set: { price } });
}
