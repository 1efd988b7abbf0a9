// fails: rivals
// says: at the same moment
// from: b-names-on-product.js
// Looks whether the product has the category, then adds it: two clicks look before either writes.

function assign(db, product, category, on) {
  const found = db.categories.findOne({ _id: category });
  if (!found) return;
  const has = productPage(db, product)?.categories.some(({ _id }) => _id === category);
  if (on && !has) db.products.updateOne({ _id: product }, { $push: { categories: found } });
  if (!on) db.products.updateOne({ _id: product }, { $pull: { categories: { _id: category } } });
}
