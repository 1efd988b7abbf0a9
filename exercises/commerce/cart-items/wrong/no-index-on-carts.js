// fails: no-scan
// says: documents for
// from: c-line-documents.js
// Finds a cart's lines by looking at all lines.

function setup(db, rows) {
  const lines = rows.carts.flatMap(({ _id, lines }) => lines.map(({ sku, qty, price }) => ({ _id: { cart: _id, sku }, qty, price })));
  const reserved = new Map();
  for (const { _id, qty } of lines) reserved.set(_id.sku, (reserved.get(_id.sku) ?? 0) + qty);
  db.products.insertMany(rows.products.map(({ sku, price, qty }) => ({ _id: sku, price, qty, free: qty - (reserved.get(sku) ?? 0) })));
  db.lines.insertMany(lines);
}
