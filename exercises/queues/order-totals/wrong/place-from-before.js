// fails: rivals
// says: at the same moment
// Remembers the place of a line, and writes to it when another line may stand there.

const total = { $sum: { $map: { input: "$items", in: { $multiply: ["$$this.price", "$$this.qty"] } } } };

function setup(db, rows) {
  db.orders.insertMany(rows.orders.map(({ _id, items }) => ({ _id, items })));
}

function order(db, id) {
  return db.orders.aggregate([{ $match: { _id: id } }, { $set: { total } }]).toArray()[0] ?? null;
}

function placeOf(db, id, sku, price) {
  return db.orders.findOne({ _id: id })?.items.findIndex((item) => item.sku === sku && item.price === price) ?? -1;
}

function addQty(db, id, sku, price, qty) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const known = { _id: id, items: { $elemMatch: { sku, price } } };
    if (db.orders.updateOne(known, { $inc: { "items.$.qty": qty } }).matchedCount === 1) return true;
    const missing = { _id: id, items: { $not: { $elemMatch: { sku, price } } } };
    if (db.orders.updateOne(missing, { $push: { items: { sku, price, qty } } }).matchedCount === 1) return true;
  }
  return false;
}

function setQty(db, id, sku, price, qty) {
  if (qty === 0) return removeItem(db, id, sku, price);
  const place = placeOf(db, id, sku, price);
  if (place < 0) return false;
  return db.orders.updateOne({ _id: id, "items.qty": { $exists: true } }, { $set: { [`items.${place}.qty`]: qty } }).matchedCount === 1;
}

function removeItem(db, id, sku, price) {
  return db.orders.updateOne({ _id: id }, { $pull: { items: { sku, price } } }).modifiedCount === 1;
}

function deleteOrder(db, id) {
  return db.orders.deleteOne({ _id: id }).deletedCount === 1;
}
