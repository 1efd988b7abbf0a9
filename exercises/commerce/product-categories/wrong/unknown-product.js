// fails: history
// says: promised null
// from: b-names-on-product.js
// Makes a page of a product that does not exist.

function productPage(db, id) {
  return { categories: [], ...db.products.findOne({ _id: id }) };
}
