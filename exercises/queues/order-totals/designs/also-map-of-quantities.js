// Lines are a map from price and article to quantity, and no total is stored: it is computed when the order is shown.

const hex = (text) => Array.from(text, (char) => char.codePointAt(0).toString(16)).join("_");
const unhex = (digits) => (digits === "" ? "" : String.fromCodePoint(...digits.split("_").map((code) => parseInt(code, 16))));
const key = (sku, price) => `qty.${price}x${hex(sku)}`;

function setup(db, rows) {
  const orders = rows.orders.map(({ _id, items }) => ({
    _id,
    qty: Object.fromEntries(items.map(({ sku, price, qty }) => [key(sku, price).slice(4), qty])),
  }));
  if (orders.length > 0) db.carts.insertMany(orders);
}

function order(db, id) {
  const found = db.carts.findOne({ _id: id });
  if (!found) return null;
  const items = Object.entries(found.qty).map(([name, qty]) => {
    const [price, sku] = name.split("x");
    return { sku: unhex(sku), price: Number(price), qty };
  });
  return { _id: id, total: items.reduce((sum, { price, qty }) => sum + price * qty, 0), items };
}

function addQty(db, id, sku, price, qty) {
  return db.carts.updateOne({ _id: id }, { $inc: { [key(sku, price)]: qty } }).matchedCount === 1;
}

function setQty(db, id, sku, price, qty) {
  if (qty === 0) return removeItem(db, id, sku, price);
  const known = { _id: id, [key(sku, price)]: { $exists: true } };
  return db.carts.updateOne(known, { $set: { [key(sku, price)]: qty } }).matchedCount === 1;
}

function removeItem(db, id, sku, price) {
  const known = { _id: id, [key(sku, price)]: { $exists: true } };
  return db.carts.findOneAndUpdate(known, { $unset: { [key(sku, price)]: "" } }) !== null;
}

function deleteOrder(db, id) {
  return db.carts.findOneAndDelete({ _id: id }) !== null;
}
