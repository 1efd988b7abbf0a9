// fails: found
// says: no error reports a field that does not exist
// from: a-ids-on-product.js
// Asks for a field that no document has.

function productsIn(db, category, n) {
  return db.products.find({ category }).sort({ title: 1 }).limit(n);
}
