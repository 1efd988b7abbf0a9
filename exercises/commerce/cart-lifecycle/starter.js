// Returns the lines first and marks the cart afterwards: a client that dies in between leaves it to be returned again.

function setup(db, rows) {
  // Given: the shop's other programs know these collections.
  db.products.insertMany(rows.products);
  db.carts.insertMany(rows.carts);
  // Add the indexes that you need.
}

function expire(db, seconds) {
  const limit = new Date(Date.now() - seconds * 1000);
  for (const cart of db.carts.find({ touched: { $lt: limit } }).toArray()) {
    for (const { sku, qty } of cart.lines) db.products.updateOne({ _id: sku }, { $inc: { qty }, $pull: { carted: { cart: cart._id } } });
    db.carts.updateOne({ _id: cart._id }, { $set: { status: "expired", touched: new Date() } });
  }
}

// true if the cart is bought
function checkout(db, cart, bank) {
  const { total } = db.carts.findOne({ _id: cart });
  return bank.charge(cart, total);
}

function resume(db, bank, seconds) {
}

// Run shows what the crash has left.
db.carts.find({ status: { $in: ["expiring", "pending"] } });
