// Locks all carts that are due with one update, and returns all their lines with one bulk write.
// wins: When thousands of carts expire in the same minute.
// stars: steady, short

const ago = (seconds) => new Date(Date.now() - seconds * 1000);

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.carts.insertMany(rows.carts);
  db.carts.createIndex({ status: 1, touched: 1 });
}

function finish(db, carts, from, to) {
  const writes = carts.flatMap(({ _id, lines }) =>
    lines.map(({ sku, qty }) => ({
      updateOne: { filter: { _id: sku, carted: { $elemMatch: { cart: _id } } }, update: { $inc: { qty: to === "expired" ? qty : 0 }, $pull: { carted: { cart: _id } } } },
    })),
  );
  if (writes.length > 0) db.products.bulkWrite(writes, { ordered: false });
  db.carts.updateMany({ _id: { $in: carts.map(({ _id }) => _id) }, status: from }, { $set: { status: to, touched: new Date() } });
}

function expire(db, seconds) {
  const touched = new Date();
  db.carts.updateMany({ status: "active", touched: { $lt: ago(seconds) } }, { $set: { status: "expiring", touched } });
  // Another program may have locked some in the same millisecond: two may return their lines, each line goes back once.
  finish(db, db.carts.find({ status: "expiring", touched }).toArray(), "expiring", "expired");
}

function checkout(db, cart, bank) {
  const locked = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!locked) return db.carts.countDocuments({ _id: cart, status: "complete" }) === 1;
  const charged = bank.charge(cart, locked.total);
  if (charged) finish(db, [locked], "pending", "complete");
  else db.carts.updateOne({ _id: cart, status: "pending" }, { $set: { status: "active", touched: new Date() } });
  return charged;
}

function resume(db, bank, seconds) {
  const touched = { $lt: ago(seconds) };
  finish(db, db.carts.find({ status: "expiring", touched }).toArray(), "expiring", "expired");
  const pending = db.carts.find({ status: "pending", touched }).toArray();
  const isPaid = ({ _id }) => bank.status(_id) === "charged";
  finish(db, pending.filter(isPaid), "pending", "complete");
  const unpaid = pending.filter((cart) => !isPaid(cart)).map(({ _id }) => _id);
  db.carts.updateMany({ _id: { $in: unpaid }, status: "pending", touched }, { $set: { status: "active", touched: new Date() } });
}
