// Computes the order in the client and writes it under its version, and gives up when two others were quicker.
// fails: rivals
// says: once more before operation 4
// from: also-versions.js

function edit(db, id, change) {
  for (let tries = 0; tries < 2; tries++) {
    const found = db.orders.findOne({ _id: id });
    const items = found && change(found.items);
    if (!items) return false;
    const total = items.reduce((sum, { price, qty }) => sum + price * qty, 0);
    const asRead = { _id: id, version: found.version };
    if (db.orders.updateOne(asRead, { $set: { items, total }, $inc: { version: 1 } }).modifiedCount === 1) return true;
  }
  return false;
}
