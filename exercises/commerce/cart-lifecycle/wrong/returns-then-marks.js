// fails: twice
// says: in stock
// from: a-line-by-line.js
// Returns the lines, and marks the cart afterwards: two programs return them both.

function expire(db, seconds) {
  for (const cart of db.carts.find({ status: "active", touched: { $lt: ago(seconds) } }).toArray()) {
    for (const { sku, qty } of cart.lines) db.products.updateOne({ _id: sku }, { $inc: { qty }, $pull: { carted: { cart: cart._id } } });
    turn(db, cart._id, "active", "expired");
  }
}
