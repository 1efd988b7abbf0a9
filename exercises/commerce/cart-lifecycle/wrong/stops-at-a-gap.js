// fails: steady
// says: an article was gone, and expire failed
// from: a-line-by-line.js
// Ends with an error where a reservation is not found, and leaves all other carts.

function letGo(db, { _id, lines }, back) {
  for (const { sku, qty } of lines) {
    const product = db.products.findOne({ _id: sku });
    if (!product.carted.some(({ cart }) => cart === _id)) continue;
    db.products.updateOne({ _id: sku, "carted.cart": _id }, { $inc: { qty: back ? qty : 0 }, $pull: { carted: { cart: _id } } });
  }
}
