// fails: expires
// says: and `carted` has [{
// from: a-line-by-line.js
// Pulls from a field `cart` that no article has, so the reservation stays.

function letGo(db, { _id, lines }, back) {
  for (const { sku, qty } of lines) {
    db.products.updateOne({ _id: sku, "carted.cart": _id }, { $inc: { qty: back ? qty : 0 }, $pull: { cart: _id } });
  }
}
