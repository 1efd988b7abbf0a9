// fails: history
// says: promised
// Compares carts as texts: `1` and "1" share their lines.

function setup(db, rows) {
  const lines = rows.carts.flatMap((c) => c.lines.map((l) => ({ cart: c._id, ...l })));
  db.articles.insertMany(rows.products.map((p) => {
    const own = lines.filter((l) => l.sku === p.sku);
    const reserved = own.reduce((s, l) => s + l.qty, 0);
    return { _id: p.sku, price: p.price, free: p.qty - reserved, reserved, lines: own.map(({ cart, qty, price }) => ({ cart, qty, price })) };
  }));
  db.articles.createIndex({ "lines.cart": 1 });
}
function change(db, cart, sku, delta) {
  for (;;) {
    const a = db.articles.findOne({ _id: sku });
    if (!a) return null;
    const line = a.lines.find((l) => String(l.cart) === String(cart));
    const have = line ? Number(line.qty) : 0;
    const qty = have + delta;
    if (qty < 0 || a.free < delta) return null;
    if (delta === 0) return have;
    const rest = a.lines.filter((l) => String(l.cart) !== String(cart));
    if (qty > 0) rest.push({ cart, qty, price: have > 0 ? line.price : a.price });
    const r = db.articles.updateOne({ _id: sku, v: a.v ?? null, price: a.price }, { $set: { lines: rest, free: a.free - delta, reserved: a.reserved + delta, v: (a.v ?? 0) + 1 } });
    if (r.matchedCount === 1) return qty;
  }
}
function cartOf(db, cart) {
  return { lines: db.articles.find({ "lines.cart": cart }).toArray().map((a) => { const l = a.lines.find((x) => x.cart === cart); return { sku: a._id, qty: l.qty, price: l.price }; }) };
}
function stock(db, sku) { const a = db.articles.findOne({ _id: sku }); return a ? { free: a.free, reserved: a.reserved } : null; }
function setPrice(db, sku, price) { db.articles.updateOne({ _id: sku }, { $set: { price } }); }
