// The article has the reservations and is right; the cart is a copy, whose lines change only to a later revision.
// wins: When articles lie in few carts, and carts are looked at all the time.
// stars: cart-trip

function setup(db, rows) {
  const carted = new Map(rows.products.map(({ sku }) => [sku, []]));
  for (const { _id, lines } of rows.carts) for (const { sku, qty, price } of lines) carted.get(sku).push({ cart: _id, qty, price });
  const reserved = (sku) => carted.get(sku).reduce((sum, { qty }) => sum + qty, 0);
  db.products.insertMany(rows.products.map(({ sku, price, qty }) => ({ _id: sku, price, qty, free: qty - reserved(sku), revision: 0, carted: carted.get(sku) })));
  db.carts.insertMany(rows.carts.map(({ _id, lines }) => ({ _id, lines: lines.map((line) => ({ ...line, revision: 0 })) })));
}

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
  const update = [{ $set: { free: { $subtract: ["$free", delta] }, revision: { $add: ["$revision", 1] }, carted: next(cart, delta) } }];
  const projection = { revision: 1, carted: { $elemMatch: { cart } } };
  const after = db.products.findOneAndUpdate({ _id: sku, ...guard }, update, { projection, returnDocument: "after" });
  if (!after) return null;
  const { qty, price } = after.carted?.[0] ?? { qty: 0, price: 0 };
  copy(db, cart, { sku, qty, price, revision: after.revision });
  return qty;
}

// An empty line stays in the copy, so that an older one cannot come back.
function copy(db, cart, line) {
  const { sku, revision } = line;
  const lines = { $ifNull: ["$lines", []] };
  const others = { $filter: { input: lines, cond: { $ne: ["$$this.sku", { $literal: sku }] } } };
  const own = { $filter: { input: lines, cond: { $and: [{ $eq: ["$$this.sku", { $literal: sku }] }, { $gt: ["$$this.revision", revision] }] } } };
  const newest = { $cond: [{ $eq: [own, []] }, { $literal: [line] }, own] };
  db.carts.updateOne({ _id: cart }, [{ $set: { lines: { $concatArrays: [others, newest] } } }], { upsert: true });
}

function cartOf(db, cart) {
  return { lines: (db.carts.findOne({ _id: cart })?.lines ?? []).filter(({ qty }) => qty > 0) };
}

function stock(db, sku) {
  const found = db.products.findOne({ _id: sku }, { qty: 1, free: 1 });
  return found && { free: found.free, reserved: found.qty - found.free };
}

function setPrice(db, sku, price) {
  db.products.updateOne({ _id: sku }, { $set: { price } });
}

function repair(db) {
  const carts = new Map(db.carts.find().map(({ _id }) => [_id, []]).toArray());
  for (const { _id, revision, carted } of db.products.find()) {
    for (const { cart, qty, price } of carted) {
      if (!carts.has(cart)) carts.set(cart, []);
      carts.get(cart).push({ sku: _id, qty, price, revision });
    }
  }
  for (const [_id, lines] of carts) db.carts.replaceOne({ _id }, { lines }, { upsert: true });
}
