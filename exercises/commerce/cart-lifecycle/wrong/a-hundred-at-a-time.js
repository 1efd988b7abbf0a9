// fails: many
// says: after expire,
// Expires a hundred carts at most, and leaves the others.

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.carts.insertMany(rows.carts);
  db.carts.createIndex({ status: 1, touched: 1 });
  db.products.createIndex({ "carted.cart": 1 });
}
function txn(db, work) {
  for (;;) {
    const s = db.getMongo().startSession();
    try {
      s.startTransaction();
      const r = work(s.getDatabase(db.getName()));
      s.commitTransaction();
      return r;
    } catch (e) {
      try { s.abortTransaction(); } catch {}
      if (e.code === 112 || e.code === 251) continue;
      throw e;
    } finally { s.endSession(); }
  }
}
const giveBack = (d, id) => d.products.updateMany({ "carted.cart": id }, [
  { $set: {
    qty: { $add: ["$qty", { $sum: { $map: { input: { $filter: { input: "$carted", cond: { $eq: ["$$this.cart", { $literal: id }] } } }, in: "$$this.qty" } } }] },
    carted: { $filter: { input: "$carted", cond: { $ne: ["$$this.cart", { $literal: id }] } } },
  } },
]);
function expire(db, seconds) {
  const before = new Date(Date.now() - 1000 * seconds);
  for (const { _id } of db.carts.find({ status: "active", touched: { $lt: before } }, { _id: 1 }).limit(100).toArray()) {
    txn(db, (d) => {
      const hit = d.carts.updateOne({ _id, status: "active", touched: { $lt: before } }, { $set: { status: "expired", touched: new Date() } });
      if (hit.modifiedCount === 1) giveBack(d, _id);
    });
  }
}
function settle(db, id, paid, extra = {}) {
  txn(db, (d) => {
    const hit = d.carts.updateOne({ _id: id, status: "pending", ...extra }, { $set: { status: paid ? "complete" : "active", touched: new Date() } });
    if (hit.modifiedCount && paid) d.products.updateMany({ "carted.cart": id }, { $pull: { carted: { cart: id } } });
  });
}
function checkout(db, cart, bank) {
  const c = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!c) return db.carts.countDocuments({ _id: cart, status: "complete" }) === 1;
  const ok = bank.charge(cart, c.total);
  settle(db, cart, ok);
  return ok;
}
function resume(db, bank, seconds) {
  const before = new Date(Date.now() - 1000 * seconds);
  for (const c of db.carts.find({ status: "pending", touched: { $lt: before } }).toArray()) settle(db, c._id, bank.status(c._id) === "charged", { touched: c.touched });
  for (const { _id } of db.carts.find({ status: "expiring", touched: { $lt: before } }).toArray()) {
    txn(db, (d) => {
      const hit = d.carts.updateOne({ _id, status: "expiring" }, { $set: { status: "expired", touched: new Date() } });
      if (hit.modifiedCount) giveBack(d, _id);
    });
  }
}
