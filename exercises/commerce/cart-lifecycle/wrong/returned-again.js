// fails: resumes
// says: in stock
// from: a-line-by-line.js
// Returns every line of an expiring cart, whether its reservation is still there or not.

function letGo(db, { _id, lines }, back) {
  for (const { sku, qty } of lines) {
    db.products.updateOne({ _id: sku }, { $inc: { qty: back ? qty : 0 }, $pull: { carted: { cart: _id } } });
  }
}
