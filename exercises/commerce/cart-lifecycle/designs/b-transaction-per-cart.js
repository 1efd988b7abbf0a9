// A transaction for each cart: the status, and one `updateMany` over all of its articles.
// wins: When carts are large, and a step that is half done must never be seen.
// stars: steady, short

const ago = (seconds) => new Date(Date.now() - seconds * 1000);

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.carts.insertMany(rows.carts);
  db.carts.createIndex({ status: 1, touched: 1 });
}

// Takes a cart from one status to the next together with its reservations, if `filter` still holds.
function settle(db, { _id, lines }, filter, status) {
  const session = db.getMongo().startSession();
  const id = { $literal: _id };
  const own = { $filter: { input: "$carted", cond: { $eq: ["$$this.cart", id] } } };
  const back = status === "expired" ? { $sum: { $map: { input: own, in: "$$this.qty" } } } : 0;
  try {
    return session.withTransaction(() => {
      const { carts, products } = session.getDatabase(db.getName());
      if (carts.updateOne({ _id, ...filter }, { $set: { status, touched: new Date() } }).modifiedCount === 0) return false;
      products.updateMany({ _id: { $in: lines.map(({ sku }) => sku) } }, [
        { $set: { qty: { $add: ["$qty", back] }, carted: { $filter: { input: "$carted", cond: { $ne: ["$$this.cart", id] } } } } },
      ]);
      return true;
    });
  } finally {
    session.endSession();
  }
}

function expire(db, seconds) {
  const filter = { status: "active", touched: { $lt: ago(seconds) } };
  for (const cart of db.carts.find(filter).toArray()) settle(db, cart, filter, "expired");
}

function checkout(db, cart, bank) {
  const locked = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!locked) return db.carts.findOne({ _id: cart })?.status === "complete";
  if (bank.charge(cart, locked.total)) {
    settle(db, locked, { status: "pending" }, "complete");
    return true;
  }
  db.carts.updateOne({ _id: cart, status: "pending" }, { $set: { status: "active", touched: new Date() } });
  return false;
}

function resume(db, bank, seconds) {
  const touched = { $lt: ago(seconds) };
  for (const cart of db.carts.find({ status: { $in: ["expiring", "pending"] }, touched }).toArray()) {
    if (cart.status === "expiring") settle(db, cart, { status: "expiring" }, "expired");
    else if (bank.status(cart._id) === "charged") settle(db, cart, { status: "pending" }, "complete");
    else db.carts.updateOne({ _id: cart._id, status: "pending", touched }, { $set: { status: "active", touched: new Date() } });
  }
}
