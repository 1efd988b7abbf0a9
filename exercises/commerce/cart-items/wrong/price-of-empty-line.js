// fails: anew
// says: the line was empty in between, and its price is 500
// A line at 0 is deleted a moment later. A piece that is added before that gets its old price.

function setup(db, rows) {
  const reserved = new Map();
  const lines = rows.carts.flatMap(({ _id, lines }) => lines.map(({ sku, qty, price }) => {
    reserved.set(sku, (reserved.get(sku) ?? 0) + qty);
    return { _id: { cart: _id, sku }, qty, price };
  }));
  db.products.insertMany(rows.products.map((p) => ({ _id: p.sku, price: p.price, qty: p.qty, reserved: reserved.get(p.sku) ?? 0 })));
  if (lines.length) db.lines.insertMany(lines);
  db.lines.createIndex({ "_id.cart": 1 });
}
function change(db, cart, sku, delta) {
  const _id = { cart, sku };
  if (delta === 0) {
    if (!db.products.findOne({ _id: sku })) return null;
    return db.lines.findOne({ _id })?.qty ?? 0;
  }
  if (delta < 0) {
    const line = db.lines.findOneAndUpdate({ _id, qty: { $gte: -delta } }, { $inc: { qty: delta } }, { returnDocument: "after" });
    if (!line) return null;
    if (line.qty === 0) db.lines.deleteOne({ _id, qty: 0 });
    db.products.updateOne({ _id: sku }, { $inc: { reserved: delta } });
    return line.qty;
  }
  const product = db.products.findOneAndUpdate(
    { _id: sku, $expr: { $lte: [{ $add: ["$reserved", delta] }, "$qty"] } },
    { $inc: { reserved: delta } },
  );
  if (!product) return null;
  const line = db.lines.findOneAndUpdate({ _id }, [{ $set: {
    price: { $ifNull: ["$price", product.price] },
    qty: { $add: [{ $ifNull: ["$qty", 0] }, delta] },
  } }], { upsert: true, returnDocument: "after" });
  return line.qty;
}
function cartOf(db, cart) {
  return { lines: db.lines.find({ "_id.cart": cart, qty: { $gt: 0 } }).toArray().map(({ _id, qty, price }) => ({ sku: _id.sku, qty, price })) };
}
function stock(db, sku) {
  const p = db.products.findOne({ _id: sku });
  return p ? { free: p.qty - p.reserved, reserved: p.reserved } : null;
}
function setPrice(db, sku, price) { db.products.updateOne({ _id: sku }, { $set: { price } }); }
function repair(db) {
  db.lines.deleteMany({ qty: 0 });
  const sums = new Map(db.lines.aggregate([{ $group: { _id: "$_id.sku", n: { $sum: "$qty" } } }]).toArray().map((g) => [g._id, g.n]));
  for (const { _id, reserved } of db.products.find({}, { reserved: 1 }).toArray()) {
    const n = sums.get(_id) ?? 0;
    if (n !== reserved) db.products.updateOne({ _id }, { $set: { reserved: n } });
  }
}
