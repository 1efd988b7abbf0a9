// fails: history
// says: `lines` has 200 elements
// Shows the first 200 lines of a cart.

function setup(db, rows) {
  const by = new Map(rows.products.map((p) => [p.sku, { _id: p.sku, price: p.price, qty: p.qty, v: 0, r: [] }]));
  for (const c of rows.carts) for (const l of c.lines) by.get(l.sku).r.push([c._id, l.qty, l.price]);
  db.a.insertMany([...by.values()].map((a) => ({ ...a, carts: a.r.map((x) => x[0]) })));
  db.a.createIndex({ carts: 1 });
}
function change(db, cart, sku, delta) {
  while (true) {
    const a = db.a.findOne({ _id: sku });
    if (a === null) return null;
    const i = a.r.findIndex((x) => x[0] === cart);
    const had = i < 0 ? 0 : a.r[i][1];
    const used = a.r.reduce((s, x) => s + x[1], 0);
    const now = had + delta;
    if (now < 0 || (delta > 0 && a.qty - used < delta)) return null;
    if (delta === 0) return had;
    const r = a.r.slice();
    if (i < 0) r.push([cart, now, a.price]);
    else if (now === 0) r.splice(i, 1);
    else r[i] = [cart, now, a.r[i][2]];
    const done = db.a.replaceOne({ _id: sku, v: a.v }, { _id: sku, price: a.price, qty: a.qty, v: a.v + 1, r, carts: r.map((x) => x[0]) });
    if (done.modifiedCount === 1) return now;
  }
}
function cartOf(db, cart) {
  const lines = [];
  db.a.find({ carts: cart }).limit(200).forEach((a) => {
    for (const [c, qty, price] of a.r) if (c === cart) lines.push({ sku: a._id, qty, price });
  });
  return { lines };
}
function stock(db, sku) {
  const a = db.a.findOne({ _id: sku });
  if (!a) return null;
  const reserved = a.r.reduce((s, x) => s + x[1], 0);
  return { free: a.qty - reserved, reserved };
}
function setPrice(db, sku, price) {
  for (;;) {
    const a = db.a.findOne({ _id: sku });
    if (!a) return;
    if (db.a.updateOne({ _id: sku, v: a.v }, { $set: { price }, $inc: { v: 1 } }).modifiedCount) return;
  }
}
